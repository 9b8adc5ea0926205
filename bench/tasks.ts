import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { DEMO_PASSWORD } from '../demo/demo-tenants.ts';
import { doTask, TASKS } from './support/september-tasks.ts';
import { textTable } from './support/text-table.ts';

/**
 * What a secretary's September costs on the demo, by script: `npm run bench -- tasks`. Of an earlier build, in another folder, whose
 * pages have the former ways: `npm run bench -- tasks FOLDER`. Clicks and keys are counted; the seconds of the hand follow from them by
 * the keystroke-level model, so that they do not depend on the machine, and what one waits for the pages is measured.
 */
const folder = process.argv[3];
const PORT = 18_098;
const ORIGIN = `http://localhost:${PORT}`;
const READY_WITHIN_MS = 120_000;
const PATIENCE_MS = 60_000;

const dataDir = mkdtempSync(join(tmpdir(), 'iskaznica-tasks-'));
const demo = spawn(process.execPath, [resolve(folder ?? `${import.meta.dirname}/..`, 'bin/demo.js')], {
  env: { ...process.env, SVC_DATA_DIR: dataDir, SVC_PORT: String(PORT) },
  stdio: 'ignore',
});
try {
  await untilReady();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'hr-HR' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ORIGIN });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${ORIGIN}/login`);
  await page.getByLabel('E-adresa').fill('nada.babic@savez.example');
  await page.getByLabel('Lozinka', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('.figures').first().waitFor();
  const rows: string[][] = [];
  for (const task of TASKS) {
    try {
      const hand = await doTask(page, ORIGIN, (folder && task.before) || task.now);
      rows.push([task.what, String(hand.clicks), String(hand.keys), hand.seconds.toFixed(1), hand.waited.toFixed(1)]);
    } catch (error) {
      console.error(task.what, error);
      rows.push([task.what, 'failed', '', '', '']);
    }
  }
  await browser.close();
  console.log(textTable([['task', 'clicks', 'keys', 'seconds of the hand', 'seconds waited'], ...rows]));
} finally {
  if (demo.kill()) await once(demo, 'exit'); // until then it writes into the folder
  rmSync(dataDir, { recursive: true, force: true });
}

async function untilReady(): Promise<void> {
  for (const giveUpAt = performance.now() + READY_WITHIN_MS; performance.now() < giveUpAt; await pause(200)) {
    const answer = await fetch(`${ORIGIN}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('The demo is not ready');
}
