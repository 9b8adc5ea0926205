/**
 * `npm run screenshots`: serves the demo from an empty folder, opens each page of `screenshots/shots.ts` in Chromium and
 * writes its picture into docs/screenshots. CHROMIUM names the browser; else it is taken from where Debian puts it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import sharp from 'sharp';
import { DEMO_PASSWORD } from '../demo/demo-tenants.ts';
import { SHOTS, type Shot } from './screenshots/shots.ts';

const root = resolve(`${import.meta.dirname}/..`);
const folder = join(root, 'docs/screenshots');
const PORT = 18_099;
/** A host name, since passkeys do not work with IP addresses. */
const ORIGIN = `http://localhost:${PORT}`;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const PEOPLE = {
  superadmin: 'nada.babic@savez.example',
  admin: 'zoran.kovacevic@savez.example',
  member: 'zeljko.popovic@savez.example',
};
const READY_WITHIN_MS = 60_000;
const SETTLES_WITHIN_MS = 800;
/** Until none is left the page waits for its lists or charts, for long where the machine is busy. */
const LOADING = '.mantine-Skeleton-root, [aria-busy=true]';

const dataDir = mkdtempSync(join(tmpdir(), 'iskaznica-screenshots-'));
const demo = spawn(process.execPath, [join(root, 'demo/demo.ts')], {
  env: { ...process.env, SVC_DATA_DIR: dataDir, SVC_PORT: String(PORT) },
  stdio: 'ignore',
});
try {
  await untilReady(demo);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  mkdirSync(folder, { recursive: true });
  for (const shot of SHOTS) await take(browser, shot);
  await browser.close();
} finally {
  if (demo.kill()) await once(demo, 'exit'); // until then it writes into the folder
  rmSync(dataDir, { recursive: true, force: true });
}

async function untilReady(child: ChildProcess): Promise<void> {
  for (const giveUpAt = performance.now() + READY_WITHIN_MS; performance.now() < giveUpAt; await pause(100)) {
    if (child.exitCode !== null) throw new Error(`The demo ended with ${child.exitCode}`);
    const answer = await fetch(`${ORIGIN}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('The demo is not ready');
}

async function take(browser: Browser, { name, who, path, size, scheme, act }: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: scheme,
    locale: 'hr-HR',
    timezoneId: 'Europe/Zagreb',
    reducedMotion: 'reduce',
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  });
  if (who) await signIn(context, PEOPLE[who]);
  const page = await context.newPage();
  await page.goto(`${ORIGIN}${path}`, { waitUntil: 'networkidle' });
  await act?.(page);
  await page.waitForLoadState('networkidle');
  await page.locator(LOADING).first().waitFor({ state: 'detached' });
  await pause(SETTLES_WITHIN_MS);
  const picture = await page.screenshot();
  await sharp(picture)
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(join(folder, `${name}.png`));
  await context.close();
  console.log(`${name}.png`);
}

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/login`);
  await page.getByLabel('E-adresa').fill(email);
  await page.getByLabel('Lozinka', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname !== '/login');
  await page.close();
}
