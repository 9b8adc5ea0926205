// engine: none
import assert from 'node:assert/strict';
import { chmodSync, existsSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { seedStore } from '../support/seeded-store.ts';
import { startProcess } from '../support/service-process.ts';

/** A folder with a fake `systemd-notify` that records its arguments. */
function notebook(t: TestContext): { path: string; told: () => string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-notify-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'systemd-notify');
  writeFileSync(program, `#!/bin/sh\necho "$@" >> ${join(folder, 'told')}\n`);
  chmodSync(program, 0o755);
  const told = () => (existsSync(join(folder, 'told')) ? readFileSync(join(folder, 'told'), 'utf8') : '');
  return { path: `${folder}:/usr/bin:/bin`, told: () => told().split('\n').filter(Boolean) };
}

test('a service manager is notified of readiness, heartbeats and the stop', async (t) => {
  const { env } = await seedStore(t, { people: 0, engine: 'sqlite' });
  const { path, told } = notebook(t);
  const watched = { NOTIFY_SOCKET: '/run/none', WATCHDOG_USEC: '400000' };
  const node = await startProcess(t, { ...env, ...watched, PATH: path, SVC_DRAIN_SEC: '1' });
  while (told().length < 3) await pause(20);
  assert.deepEqual(told().slice(0, 3), ['--ready', 'WATCHDOG=1', 'WATCHDOG=1']);
  assert.equal((await node.stop()).code, 0);
  assert.ok(told().includes('STOPPING=1'), told().join());
});

test('without a service manager, or with a watchdog for another process, nothing is run', async (t) => {
  const { env } = await seedStore(t, { people: 0, engine: 'sqlite' });
  const { path, told } = notebook(t);
  const silent = await startProcess(t, { ...env, PATH: path });
  await silent.stop();
  assert.deepEqual(told(), []);
  const other = { NOTIFY_SOCKET: '/run/none', WATCHDOG_USEC: '100000', WATCHDOG_PID: '1' };
  const node = await startProcess(t, { ...env, ...other, PATH: path });
  await pause(500);
  assert.deepEqual(told(), ['--ready']);
  await node.stop();
});

test('without the command the service serves, and says what to do', async (t) => {
  const { env } = await seedStore(t, { people: 0, engine: 'sqlite' });
  const node = await startProcess(t, { ...env, NOTIFY_SOCKET: '/run/none', PATH: '/nowhere', SVC_LOG_LEVEL: 'info' });
  while (!node.output().includes('use Type=exec in the unit')) await pause(20);
  assert.equal((await node.call('GET /health/ready')).status, 200);
});

test('lines for the journal begin with their severity, and others do not', async (t) => {
  const { env } = await seedStore(t, { people: 0, engine: 'sqlite' });
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-journal-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const linesOf = async (name: string, more: (file: number) => Record<string, string>) => {
    const path = join(folder, name);
    const file = openSync(path, 'a');
    const wrong = { SVC_LOG_LEVEL: 'info', SVC_UNKNOWN: '1' }; // is warned about
    const node = await startProcess(t, { ...env, ...wrong, ...more(file) }, undefined, file);
    await node.stop();
    return readFileSync(path, 'utf8').trim().split('\n');
  };
  const asJournal = (file: number) => {
    const { dev, ino } = fstatSync(file);
    return { JOURNAL_STREAM: `${dev}:${ino}` };
  };
  for (const [name, more] of [
    ['journal', asJournal],
    ['forced', () => ({ SVC_LOG_PREFIX: 'on' })],
  ] as const) {
    const lines = await linesOf(name, more);
    for (const line of lines) assert.match(line, /^<[2-7]>\{.*\}$/);
    assert.ok(lines.some((line) => line.startsWith('<6>') && line.includes('"serving"')));
    assert.ok(lines.some((line) => line.startsWith('<4>') && line.includes('SVC_UNKNOWN')));
  }
  for (const [name, more] of [
    ['file', () => ({ JOURNAL_STREAM: '1:2' })],
    ['refused', (file: number) => ({ ...asJournal(file), SVC_LOG_PREFIX: 'off' })],
  ] as const)
    for (const line of await linesOf(name, more)) assert.doesNotThrow(() => JSON.parse(line));
});
