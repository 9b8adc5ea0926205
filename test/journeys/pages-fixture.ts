import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { open } from '../../src/entry/start/serve.ts';
import { openService } from '../../src/entry/start/service.ts';
import { seconds } from '../../src/platform/kernel/durations.ts';
import { findChromium } from '../../tools/test-run/chromium.ts';
import { readMails } from '../support/mail-box.ts';
import { callProcess, freePort, type ServiceProcess } from '../support/service-process.ts';
import { picturesFolder, testChromium } from '../support/test-engine.ts';
import { CHEAP } from '../support/test-service.ts';
import { createTestStore } from '../support/test-store.ts';
import { violationsOn } from './axe.ts';
import { SIZES, type Size } from './layouts.ts';

export const ADMIN = { email: 'uprava@example.hr', password: 'mirno more plovi' };
const MAIL_WITHIN = seconds(15);
/** The default timeout; elements that must appear quickly have their own. */
const PATIENCE = seconds(60);

type Served = Pick<ServiceProcess, 'call' | 'signIn'>;

/** A running service with its built pages, and a browser. */
export interface PagesFixture {
  readonly service: Served;
  readonly origin: string;
  /** A visitor with a fresh browser profile. Errors on the console fail the test. */
  visit(path: string, scheme?: 'light' | 'dark', workers?: 'allow' | 'block'): Promise<Page>;
  /** The latest link to a page that was mailed to an address. */
  mailedLink(to: string, path: string): Promise<string>;
  /** The latest code mailed to an address. */
  mailedCode(to: string): Promise<string>;
  /** Creates a person and mails the invitation. */
  invite(person: { email: string; ime: string; prezime: string }): Promise<void>;
  /**
   * Runs axe with all its rules in the light scheme; in the dark one, which differs only in its colours, for their contrast where `schemes`
   * asks for it. Colours do not depend on the width: what looks alike on a phone is looked at `dark-on-desktop`. On a desktop the same state is
   * then looked at as a phone lays it out. Takes pictures of all when PAGES_SHOTS names a folder.
   */
  inspect(page: Page, name: string, schemes?: 'light' | 'dark-on-desktop' | 'both'): Promise<void>;
}

export async function openPagesFixture(
  t: TestContext,
  size: Size,
  settings: Readonly<Record<string, string>> = {},
  host = '127.0.0.1',
): Promise<PagesFixture> {
  const openPage = visitors(t); // first: they leave while the service still answers their pages
  const store = await createTestStore('sqlite', { migrated: true });
  const port = await freePort();
  const origin = `http://${host}:${port}`;
  const admin = { SVC_ADMIN_EMAIL: ADMIN.email, SVC_ADMIN_PASSWORD: ADMIN.password };
  const env = {
    ...store.env,
    ...admin,
    SVC_PUBLIC_URL: origin,
    SVC_LOG_LEVEL: 'warn',
    SVC_NEW_DEVICE_MAIL: '0', // every visitor has a new browser
    ...settings,
  };
  // The folder is removed after the service has closed, which may still write a mail there.
  const service = await serveHere(t, { ...env, SVC_PORT: String(port) }, port).finally(() =>
    t.after(() => store.remove()),
  );
  const visit: PagesFixture['visit'] = async (path, scheme = 'light', serviceWorkers = 'block') => {
    // A worker between page and network would hide requests from the tests that change their answers.
    const page = await openPage({ viewport: SIZES[size], colorScheme: scheme, locale: 'hr-HR', serviceWorkers });
    await page.goto(path.startsWith('/') ? `${origin}${path}` : path);
    return page;
  };
  return {
    service,
    origin,
    visit,
    mailedLink: (to, path) => mailedLink(store.dataDir, to, path),
    mailedCode: (to) => mailed(`A code to ${to}`, () => codesTo(store.dataDir, to).at(-1)),
    invite: async (person) => {
      const { body } = await service.signIn(ADMIN.email, ADMIN.password);
      const created = await service.call('POST /api/admin/users', {
        token: body.access_token,
        body: { ...person, role: 'member', invite: true },
      });
      assert.equal(created.status, 201, JSON.stringify(created.body));
    },
    inspect: async (page, name, schemes = 'light') => {
      await inspect(
        page,
        `${name}-${size}`,
        schemes === 'both' || (schemes === 'dark-on-desktop' && size === 'desktop'),
      );
      if (size === 'desktop') await inspectAsPhone(page, `${name}-as-phone`);
    },
  };
}

/**
 * A service with its background work in the process of the test, which has loaded it for the journeys before: a process of its own
 * would load it anew for each.
 */
async function serveHere(t: TestContext, env: Readonly<Record<string, string>>, port: number): Promise<Served> {
  const read = readSettings(env);
  const settings = { ...read, passwords: { ...read.passwords, bcryptCost: CHEAP } };
  const service = await openService(settings, { log: pino({ level: 'warn' }) });
  const agent = new Agent({ keepAlive: true });
  t.after(async () => {
    agent.destroy();
    await service.close();
  });
  service.startWork();
  await open(service);
  const call: Served['call'] = (target, options = {}) => callProcess(port, target, { agent, ...options });
  return { call, signIn: (email, password) => call('POST /api/auth/login', { body: { email, password } }) };
}

interface NewPerson {
  readonly email: string;
  readonly ime: string;
  readonly prezime: string;
}

/** Creates people without inviting them. Returns calls as the administrator. */
export async function addPeople(fixture: PagesFixture, people: readonly NewPerson[]) {
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const call = (target: string, sent?: unknown) =>
    fixture.service.call(target, { token: body.access_token, ...(sent === undefined ? {} : { body: sent }) });
  for (const person of people) {
    const created = await call('POST /api/admin/users', { ...person, role: 'member', invite: false });
    assert.equal(created.status, 201, JSON.stringify(created.body));
  }
  return call;
}

/** Submits the sign-in form as the administrator; the caller waits for what comes next. */
export async function signInAsAdmin(page: Page): Promise<void> {
  await page.getByLabel('E-adresa').fill(ADMIN.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
}

/** The list of accounts, as the administrator sees it. */
export async function openUsers(fixture: PagesFixture): Promise<Page> {
  const page = await fixture.visit('/admin/users');
  await signInAsAdmin(page);
  await page.getByRole('heading', { name: 'Ljudi' }).waitFor();
  return page;
}

/** In the account menu. */
export async function chooseLanguage(page: Page, language: 'Hrvatski' | 'English'): Promise<void> {
  await page.getByRole('button', { name: /^(Izbornik računa|Account menu)/ }).click();
  await page.getByRole('menuitemradio', { name: language }).click();
}

let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** One browser serves all tests of a process. What its pages complain about until a test is over fails that test. */
function visitors(t: TestContext): (profile: BrowserContextOptions) => Promise<Page> {
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  t.after(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    assert.deepEqual(complaints, [], 'the pages complained');
  });
  return async (profile) => {
    browser ??= chromium.launch({
      executablePath: findChromium(testChromium).url,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const context = await (await browser).newContext(profile);
    context.setDefaultTimeout(PATIENCE);
    contexts.push(context);
    const page = await context.newPage();
    listen(context, page, complaints);
    return page;
  };
}

/** CSP violations and errors of the pages. Refusals by the service are expected. */
function listen(context: BrowserContext, page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
}

const mailedLink = (dataDir: string, to: string, path: string): Promise<string> =>
  mailed(`A link to ${path} for ${to}`, () =>
    readMails(dataDir)
      .flatMap((mail) => (mail.to === to ? mail.links : []))
      .findLast((address) => new URL(address).pathname === path),
  );

const codesTo = (dataDir: string, to: string): string[] =>
  readMails(dataDir).flatMap((mail) => (mail.to === to ? mail.codes : []));

async function mailed(what: string, find: () => string | undefined): Promise<string> {
  for (const giveUpAt = performance.now() + MAIL_WITHIN; performance.now() < giveUpAt; await pause(50)) {
    const found = find();
    if (found) return found;
  }
  throw new Error(`${what} was not mailed in time`);
}

/** Waits until an expression holds. Playwright's own function polls by `eval`, which the pages' policy forbids. */
export async function untilHolds(page: Page, expression: string): Promise<void> {
  for (const giveUpAt = performance.now() + MAIL_WITHIN; !(await page.evaluate(expression)); await pause(50))
    if (performance.now() > giveUpAt) throw new Error(`It does not come to hold: ${expression}`);
}

/** The field that has the focus: its label, and what stands at it. */
const FIELD_IN_HAND = `(() => {
  const { labels, ariaLabel } = document.activeElement;
  const told = (document.activeElement.getAttribute('aria-describedby') ?? '').split(' ');
  return [labels?.[0]?.textContent ?? ariaLabel, ...told.map((id) => document.getElementById(id)?.textContent)];
})()`;

/** Submitting says at the first empty field that it is required, and puts the focus there. */
export async function missesField(page: Page, verb: string, label: string): Promise<void> {
  const required = 'Ovo je polje obavezno.';
  await page.getByRole('button', { name: verb, exact: true }).last().click();
  await page.getByText(required).first().waitFor();
  const [field, ...told] = await page.evaluate<(string | undefined)[]>(FIELD_IN_HAND);
  assert.equal(field, label);
  assert.ok(told.includes(required), `${label}: ${told}`);
}

/** Waits for all animations but endless ones (skeletons, loaders). */
const STAND_STILL = `new Promise(requestAnimationFrame).then(() => Promise.allSettled(
  document.getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished)
)).then(() => 0)`;

async function inspect(page: Page, name: string, isDarkToo: boolean): Promise<void> {
  const found: string[] = [];
  for (const scheme of isDarkToo || picturesFolder ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForSelector(`html[data-mantine-color-scheme=${scheme}]`);
    await page.evaluate(STAND_STILL);
    await takePicture(page, `${name}-${scheme}`);
    found.push(...(await violationsOn(page, scheme === 'light' ? undefined : ['color-contrast'])));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await fitsItsWidth(page, name);
  assert.deepEqual(found, [], name);
}

/** What depends on the layout alone: all else of axe was asked on a desktop, of the same state. */
const OF_LAYOUT = ['target-size', 'scrollable-region-focusable'];

async function inspectAsPhone(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? SIZES.desktop;
  if (size.width <= SIZES.phone.width) return;
  await page.setViewportSize(SIZES.phone);
  await page.evaluate(STAND_STILL);
  await takePicture(page, name);
  await fitsItsWidth(page, name);
  assert.deepEqual(await violationsOn(page, OF_LAYOUT), [], name);
  await page.setViewportSize(size);
  await page.evaluate(STAND_STILL);
}

/** What measures itself, as charts do, follows a new width a frame or two later. */
const SETTLES_WITHIN = seconds(2);

async function fitsItsWidth(page: Page, name: string): Promise<void> {
  const fits = () => page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
  for (const giveUpAt = performance.now() + SETTLES_WITHIN; !(await fits()); await pause(50))
    assert.ok(performance.now() < giveUpAt, `${name} scrolls sideways`);
}

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = picturesFolder;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const scrolled = await page.evaluate('scrollY > 0');
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !scrolled });
}
