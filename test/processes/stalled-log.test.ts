// engine: none
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { seedStore } from '../support/seeded-store.ts';
import { type Output, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

/** Lines of some 180 bytes: four megabytes, twice the buffer. */
const CALLS = 24_000;
const LONGEST_MS = 2_000;
const METRICS_TOKEN = randomBytes(24).toString('base64');
const ENV = { SVC_METRICS_TOKEN: METRICS_TOKEN, SVC_LOG_LEVEL: 'info' };

async function startWith(t: TestContext, stdout?: Output): Promise<ServiceProcess> {
  const { env } = await seedStore(t, { people: 0, engine: 'sqlite' });
  return startProcess(t, { ...env, ...ENV }, undefined, stdout);
}

/** Every call logs a line. All are answered, the last as fast as the first. */
async function callMuch({ call }: ServiceProcess): Promise<void> {
  let left = CALLS;
  let slowest = 0;
  const askOn = async () => {
    while (left-- > 0) {
      const { status, ms } = await call('GET /health/live');
      assert.equal(status, 200);
      slowest = Math.max(slowest, ms);
    }
  };
  await Promise.all(Array.from({ length: 32 }, askOn));
  assert.ok(slowest < LONGEST_MS, `${slowest} ms`);
}

async function droppedLines({ call }: ServiceProcess): Promise<number> {
  const { status, body } = await call('GET /metrics', { token: METRICS_TOKEN });
  assert.equal(status, 200);
  return Number(/^iskaznica_log_lines_dropped_total (\d+)$/m.exec(body)?.[1]);
}

/** A pipe whose reader has stopped reading. */
function stalledPipe(t: TestContext): { reader: number; writer: number } {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-log-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'log.pipe');
  assert.equal(spawnSync('mkfifo', [path]).status, 0);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  t.after(() => closeSync(reader));
  t.after(() => closeSync(writer));
  return { reader, writer };
}

/** Reads until a line reports the loss. */
async function readUntilTold(reader: number): Promise<Record<string, unknown>[]> {
  let text = '';
  const piece = Buffer.alloc(1024 * 1024);
  for (let tries = 0; tries < 2000 && !/"dropped":\d+.*\n/.test(text.slice(-65_536)); tries++) {
    try {
      const count = readSync(reader, piece);
      if (count > 0) text += piece.toString('utf8', 0, count);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN');
      await pause(5);
    }
  }
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('a stalled reader delays nobody; dropped lines are counted, and reported when it reads again', async (t) => {
  const { reader, writer } = stalledPipe(t);
  const node = await startWith(t, writer);
  await callMuch(node);
  const dropped = await droppedLines(node);
  assert.ok(dropped > 1000, `${dropped} lines`);
  const lines = await readUntilTold(reader);
  const told = lines.findLast((line) => 'dropped' in line);
  assert.ok(Number(told?.dropped) >= dropped, JSON.stringify(told));
  assert.equal(told?.level, 40);
  const answered = lines.filter(({ msg }) => msg === 'answered').length;
  assert.ok(answered > 8_000, `${answered} lines were held meanwhile`);
  const before = await droppedLines(node);
  await node.call('GET /health/live');
  assert.equal(await droppedLines(node), before, 'it flows again');
});

test('a stalled pipe does not prevent the service from stopping', async (t) => {
  const { writer } = stalledPipe(t);
  const node = await startWith(t, writer);
  await callMuch(node);
  const { code, ms } = await node.stop();
  assert.equal(code, 0, node.output());
  assert.ok(ms < 5_000, `${ms} ms`);
});

test('a socket that nobody reads does not prevent it either', async (t) => {
  const node = await startWith(t, 'unread');
  await callMuch(node);
  assert.ok((await droppedLines(node)) > 1000);
});

test('a full device stops nothing', async (t) => {
  const full = openSync('/dev/full', constants.O_WRONLY);
  t.after(() => closeSync(full));
  const node = await startWith(t, full);
  await callMuch(node);
  assert.ok((await droppedLines(node)) > 1000);
});

test('a disk that fills up delays nobody, and logging continues once there is space', async (t) => {
  const disk = mountSmallDisk(t, 1);
  if (disk === undefined) return t.skip('this user may not mount a file system: run as root to see it');
  const path = join(disk.path, 'service.log');
  const file = openSync(path, 'a');
  t.after(() => closeSync(file));
  const node = await startWith(t, file);
  disk.fill();
  await callMuch(node);
  assert.ok((await droppedLines(node)) > 1000);
  disk.free();
  await pause(300);
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean).slice(0, -1);
  for (const line of lines) JSON.parse(line); // none was truncated where the disk filled
});

test('the last lines are written when the process ends', async (t) => {
  const node = await startWith(t);
  await node.call('GET /health/live');
  assert.equal((await node.stop()).code, 0);
  const told = node.output().trimEnd().split('\n');
  const messages = told.map((line) => JSON.parse(line).msg);
  assert.ok(messages.includes('answered'), 'an access line was still gathered');
  assert.equal(messages.at(-1), 'stopped');
});
