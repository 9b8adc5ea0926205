import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { createBenchStore } from './support/bench-store.ts';
import { figureTable } from './support/figure-table.ts';
import { ceilingFigure, type Figure } from './support/figures.ts';
import { httpCall } from './support/http-call.ts';
import { PASSWORD, seedPeople } from './support/seed-people.ts';
import { startService } from './support/service-process.ts';

/**
 * Waiting times of an administrator of 20,000 people, in Chromium on the embedded store, and what each page loads:
 * `npm run bench -- pages`. Times are measured in the page, from the key or click to the first frame that shows the result; a long task
 * beside them is the longest of the browser's thread meanwhile. Elements are found by what every build has, so that the same file
 * measures an older one from its own folder.
 */
const [PEOPLE, ROUNDS, SHOWN] = [20_000, 7, 1_000];
const about = { engine: 'sqlite', unit: 'ms' } as const;
const ROWS = '.data-table tr[data-index]';
const SEARCH = '.search-field input';
/** In every build a drawer is a dialog with a heading, beside its list or over it. */
const DRAWER = '[role=dialog] h2';

const PLACES = [
  '/erp/full',
  '/admin/users',
  '/crm/v2',
  '/admin/invitations',
  '/admin/imports',
  '/admin/transfers',
  '/admin/audit',
  '/admin/privacy',
  '/admin/mails',
  '/dokumenti',
  '/admin/tenants',
  '/admin/factors',
  '/admin/applications',
  '/profil',
];
/** A mobile network: 1.6 Mbit and 150 ms. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const [MOST_REQUESTS, MOST_KB] = [20, 350];

/** Scrolls for three seconds, two rows a frame. */
const SCROLL = `new Promise((resolve) => {
  let [frames, longest] = [0, 0];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask' });
  scrollTo(0, 0);
  const begun = performance.now();
  const step = () => {
    frames += 1;
    scrollBy(0, 120);
    const took = performance.now() - begun;
    if (took < 3000) requestAnimationFrame(step);
    else resolve({ frames: frames / took * 1000, longest });
  };
  requestAnimationFrame(step);
})`;

/** The same number of rows as plain text, all in the document from the start, without scripts. */
const BARE = `<table style="border-collapse: collapse; width: 1160px; font: 15px sans-serif">${Array.from(
  { length: SHOWN },
  (_, row) => `<tr style="height: 60px; border-bottom: 1px solid #ddd">${`<td>Čavić ${row}</td>`.repeat(8)}</tr>`,
).join('')}</table>`;

const store = await createBenchStore('sqlite');
try {
  const seeded = await seedPeople(store.env, PEOPLE);
  const service = await startService(store.env);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await newContext(browser);
    const page = await context.newPage();
    await signIn(page, service.url);
    const measures: readonly (() => Promise<Figure[]>)[] = [
      () => timed(page, 'search, after the last letter', 100, searches),
      () => timed(page, 'search by Ctrl K, after the last letter', 100, askings),
      () => timed(page, 'a person opens in the drawer', 80, drawers),
      () => timed(page, 'the next person, in the open drawer', 80, nextPeople),
      async () => [
        ceilingFigure({ ...about, what: 'select everybody, on the server' }, 100, await selections(service.url)),
      ],
      () => scrolling(page),
      () => firstLoads(browser, service.url),
      async () => {
        const what = 'sign-in to the first word, 1.6 Mbit';
        return [ceilingFigure({ ...about, what }, 2000, await slowSignIns(browser, service.url))];
      },
    ];
    const figures: Figure[] = [];
    try {
      for (const measure of measures) {
        figures.push(...(await measure()));
        console.error(`${figures.length} figures …`);
      }
    } finally {
      console.log(figureTable(figures)); // what was measured before one fails, too
    }
  } finally {
    await browser.close();
    await service.stop();
  }

  async function selections(url: string): Promise<number[]> {
    const found: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now();
      const path = `${url}/api/admin/users/selection?role=member`;
      const { status } = await httpCall(undefined, { url: path, token: seeded.admin.access_token });
      if (status !== 200) throw new Error(`select everybody: ${status}`);
      found.push(performance.now() - begun);
    }
    return found;
  }
} finally {
  await store.remove();
}

function newContext(
  browser: Browser,
  kept?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'hr-HR',
    serviceWorkers: 'block',
    ...(kept && { storageState: kept }),
  });
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/users`);
  await fillSignIn(page);
  await page.keyboard.press('Enter');
  await page.locator(ROWS).first().waitFor();
}

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('E-adresa').fill('uprava@example.hr');
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
}

/** What an act takes, and the longest task of the page meanwhile. */
async function timed(
  page: Page,
  what: string,
  most: number,
  measure: (page: Page) => Promise<number[]>,
): Promise<Figure[]> {
  await page.evaluate(`window.longest = 0; window.watch ??= new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }); window.watch.observe({ type: 'longtask' }); 0`);
  const rounds = await measure(page);
  const longest = await page.evaluate<number>('window.longest');
  return [
    ceilingFigure({ ...about, what }, most, rounds),
    ceilingFigure({ ...about, what: '– longest task (0: none above 50)' }, 50, [longest]),
  ];
}

/** Milliseconds from an event of the page to the first frame after which `shown`, an expression, holds. */
async function from(page: Page, event: string, act: () => Promise<void>, shown: string): Promise<number> {
  await page.evaluate(`window.told = new Promise((resolve) => addEventListener('${event}', () => {
    const begun = performance.now();
    const look = () => (${shown}) ? resolve(performance.now() - begun) : requestAnimationFrame(look);
    look();
  }, { once: true, capture: true })); 0`);
  await act();
  return page.evaluate('window.told');
}

async function searches(page: Page): Promise<number[]> {
  const found: number[] = [];
  const field = page.locator(SEARCH);
  for (let round = 1; round <= ROUNDS; round++) {
    const name = `Čavić ${10_000 + round * 999}`;
    await field.fill(name.slice(0, -1));
    await page.waitForTimeout(1000);
    const shown = `document.querySelectorAll('${ROWS}').length === 1
      && document.querySelector('.data-table').textContent.includes('${name.split(' ')[1]}')`;
    found.push(await from(page, 'input', () => field.press(name.slice(-1)), shown));
  }
  await field.fill('');
  await page.waitForTimeout(1000);
  return found;
}

async function askings(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const number = String(10_500 + round * 777);
    await page.keyboard.press('Control+k');
    const field = page.locator('.search-dialog input');
    await field.fill(`Čavić ${number.slice(0, -1)}`);
    await page.waitForTimeout(1000);
    const shown = `document.querySelector('.search-dialog [role=option]')?.textContent.includes('${number}')`;
    found.push(await from(page, 'input', () => field.press(number.slice(-1)), shown));
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
  }
  return found;
}

async function drawers(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const row = page.locator(`.data-table tr[data-index="${round}"]`);
    const shown = `document.querySelector('${DRAWER}')`;
    found.push(await from(page, 'click', () => row.locator('td').nth(1).click(), shown));
    await page.waitForTimeout(500);
    await page.keyboard.press('Escape');
    await page.locator(DRAWER).waitFor({ state: 'detached' });
    await page.waitForTimeout(300);
  }
  return found;
}

async function nextPeople(page: Page): Promise<number[]> {
  const found: number[] = [];
  await page.locator('.data-table tr[data-index="1"] td').nth(1).click();
  await page.locator(DRAWER).waitFor();
  for (let round = 1; round <= ROUNDS * 2; round++) {
    await page.waitForTimeout(400);
    const name = await page.locator(DRAWER).first().textContent();
    const shown = `document.querySelector('${DRAWER}')?.textContent !== ${JSON.stringify(name)}`;
    found.push(await from(page, 'click', () => page.locator('[role=dialog] .neighbour').nth(1).click(), shown));
  }
  await page.keyboard.press('Escape');
  await page.locator(DRAWER).waitFor({ state: 'detached' });
  return found;
}

interface Scrolled {
  readonly frames: number;
  readonly longest: number;
}

/** Scrolls through the first thousand rows, and through those of a bare table. */
async function scrolling(page: Page): Promise<Figure[]> {
  for (let rows = 0; rows < SHOWN; ) {
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.waitForTimeout(100);
    rows = Number(await page.locator('.data-table').first().getAttribute('aria-rowcount'));
  }
  const { frames, longest } = await page.evaluate<Scrolled>(SCROLL);
  const beside = await page.context().newPage(); // without our content security policy, which forbids inline styles
  await beside.setContent(BARE);
  const bare = await beside.evaluate<Scrolled>(SCROLL);
  await beside.close();
  return [
    ceilingFigure({ ...about, what: 'a frame while scrolling, on average' }, 17, [1000 / frames]),
    ceilingFigure({ ...about, what: 'the same of a bare table: what this browser reaches' }, 17, [1000 / bare.frames]),
    ceilingFigure({ ...about, what: 'longest task while scrolling (0: none above 50)' }, 50, [longest]),
  ];
}

interface Loaded {
  requests: number;
  bytes: number;
}

/** Counts answers and bytes on the wire, heads included; what comes from the cache is none. */
async function counting(page: Page): Promise<{ readonly network: CDPSession; readonly loaded: Loaded }> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const loaded = { requests: 0, bytes: 0 };
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    loaded.requests += encodedDataLength > 0 ? 1 : 0;
    loaded.bytes += encodedDataLength;
  });
  return { network, loaded };
}

/** Until nothing more has come for a second; a page that follows events has a request open for as long as it stands. */
async function rests(loaded: Loaded): Promise<void> {
  for (let before = -1; before < loaded.bytes; await pause(1000)) before = loaded.bytes;
}

/** Each page by its address, signed in, with nothing in the cache, until the network rests. */
async function firstLoads(browser: Browser, url: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const first = await newContext(browser);
  const login = await first.newPage();
  const { loaded } = await counting(login);
  await login.goto(`${url}/login`);
  await rests(loaded);
  figures.push(...loadFigures('/login', loaded));
  await signIn(login, url);
  let kept = await first.storageState();
  await first.close();
  for (const path of PLACES) {
    const context = await newContext(browser, kept);
    const page = await context.newPage();
    const { loaded } = await counting(page);
    await page.goto(`${url}${path}`);
    await page.locator('main h1').first().waitFor();
    await rests(loaded);
    if (new URL(page.url()).pathname === path) figures.push(...loadFigures(path, loaded));
    kept = await context.storageState();
    await context.close();
  }
  return figures;
}

function loadFigures(path: string, { requests, bytes }: Loaded): Figure[] {
  return [
    ceilingFigure({ ...about, what: `first load of ${path}`, unit: 'KB' }, MOST_KB, [bytes / 1000]),
    ceilingFigure({ ...about, what: '– requests', unit: 'requests' }, MOST_REQUESTS, [requests]),
  ];
}

/** From Enter in the form to a word of the page, on a slow network, as the password is typed with fingers. */
async function slowSignIns(browser: Browser, url: string): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < 3; round++) {
    const context = await newContext(browser);
    const page = await context.newPage();
    const { network } = await counting(page);
    await network.send('Network.emulateNetworkConditions', SLOW);
    await page.goto(`${url}/login`);
    await page.getByLabel('E-adresa').fill('uprava@example.hr');
    await page.getByLabel('Lozinka', { exact: true }).pressSequentially(PASSWORD, { delay: 120 });
    const begun = performance.now();
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => address.pathname !== '/login', { waitUntil: 'commit' }); // which may be another document
    await page.locator('main h1').first().waitFor();
    found.push(performance.now() - begun);
    await context.close();
  }
  return found;
}
