// engine: browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { doTask, TASKS } from '../../bench/support/september-tasks.ts';
import { DEMO_PASSWORD } from '../../demo/demo-tenants.ts';
import { findChromium } from '../../tools/test-run/chromium.ts';
import { startCommand } from '../support/command-process.ts';
import { freePort } from '../support/service-process.ts';
import { testChromium } from '../support/test-engine.ts';
import { createTestStore } from '../support/test-store.ts';

test('a secretary’s September takes the clicks that are stated', { timeout: 300_000 }, async (t) => {
  const store = await createTestStore('sqlite');
  t.after(() => store.remove());
  const demo = startCommand(t, 'demo', { ...store.env, SVC_PORT: String(await freePort()), SVC_BCRYPT_COST: '10' });
  const origin = await demo.shows(/API {8}(http:\S+)\/api/);
  await demo.shows(/Ctrl\+C/);
  const browser = await chromium.launch({
    executablePath: findChromium(testChromium).url,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  t.after(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'hr-HR' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${origin}/login`);
  await page.getByLabel('E-adresa').fill('nada.babic@savez.example');
  await page.getByLabel('Lozinka', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('.figures').first().waitFor();
  const taken: [string, number][] = [];
  for (const { what, now } of TASKS) {
    const { clicks, keys, seconds } = await doTask(page, origin, now);
    t.diagnostic(`${what}: ${clicks} clicks, ${keys} keys, ${seconds.toFixed(1)} s`);
    taken.push([what, clicks]);
  }
  assert.deepEqual(
    taken,
    TASKS.map(({ what, clicks }) => [what, clicks]),
  );
});
