import { chromium, type Page } from 'playwright-core';
import { createBenchStore } from './support/bench-store.ts';
import { figureTable } from './support/figure-table.ts';
import { ceilingFigure, type Figure } from './support/figures.ts';
import { httpCall } from './support/http-call.ts';
import { PASSWORD, seedPeople } from './support/seed-people.ts';
import { startService } from './support/service-process.ts';

/**
 * Waiting times of an administrator of 20,000 people, in Chromium on the embedded store: `npm run bench -- pages`. Times are
 * measured in the page, from the key or click to the first frame that shows the result.
 */
const [PEOPLE, ROUNDS, SHOWN] = [20_000, 7, 1_000];
const about = { engine: 'sqlite', unit: 'ms' } as const;

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
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'hr-HR' });
  await signIn(page, service.url);
  const figures: Figure[] = [
    ceilingFigure({ ...about, what: 'search, after the last letter' }, 100, await searches(page)),
    ceilingFigure({ ...about, what: 'a person opens in the drawer' }, 200, await drawers(page)),
    ceilingFigure({ ...about, what: 'select everybody, on the server' }, 100, await selections(service.url)),
    ...(await scrolling(page)),
  ];
  await browser.close();
  await service.stop();
  console.log(figureTable(figures));

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

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/users`);
  await page.getByLabel('E-adresa').fill('uprava@example.hr');
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('.data-table tr[data-index]').first().waitFor();
}

/** Milliseconds from an event of the page to the first frame after which `shown`, an expression, holds. */
async function from(page: Page, event: 'input' | 'click', act: () => Promise<void>, shown: string): Promise<number> {
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
  const field = page.getByLabel('Traži ljude');
  for (let round = 1; round <= ROUNDS; round++) {
    const name = `Čavić ${10_000 + round * 999}`;
    await field.fill(name.slice(0, -1));
    await page.waitForTimeout(1000);
    const shown = `document.querySelectorAll('.data-table tr[data-index]').length === 1
      && document.querySelector('.data-table').textContent.includes('${name}')`;
    found.push(await from(page, 'input', () => field.press(name.slice(-1)), shown));
  }
  await field.fill('');
  await page.waitForTimeout(1000);
  return found;
}

async function drawers(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const row = page.locator(`.data-table tr[data-index="${round}"]`);
    const shown = `document.querySelector('[role=dialog] h2, [role=dialog] [data-person]')`;
    found.push(await from(page, 'click', () => row.locator('td').nth(2).click(), shown));
    await page.keyboard.press('Escape');
    await page.waitForTimeout(500);
  }
  return found;
}

interface Scrolled {
  readonly frames: number;
  readonly longest: number;
}

/** Scrolls through the first thousand rows, and through those of a bare table. */
async function scrolling(page: Page): Promise<Figure[]> {
  for (let shown = 50; shown < SHOWN; shown += 50) {
    await page.getByRole('button', { name: 'Prikaži još' }).click();
    await page.locator(`[aria-rowcount="${shown + 51}"]`).waitFor();
  }
  const { frames, longest } = await page.evaluate<Scrolled>(SCROLL);
  await page.goto('about:blank'); // without our content security policy, which forbids inline styles
  await page.setContent(BARE);
  const bare = await page.evaluate<Scrolled>(SCROLL);
  return [
    ceilingFigure({ ...about, what: 'a frame while scrolling, on average' }, 17, [1000 / frames]),
    ceilingFigure({ ...about, what: 'the same of a bare table: what this browser reaches' }, 17, [1000 / bare.frames]),
    ceilingFigure({ ...about, what: 'longest task while scrolling (0: none above 50)' }, 50, [longest]),
  ];
}
