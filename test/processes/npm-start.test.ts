import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/service-process.ts';
import { surroundings } from '../support/surroundings.ts';
import { createTestStore } from '../support/test-store.ts';

const ROOT = join(import.meta.dirname, '../..');

/** `npm start` or `npm run demo`, and the process that answers. */
async function startByNpm(t: TestContext, script = 'start', isServing = '"serving"') {
  const store = await createTestStore();
  t.after(() => store.remove());
  const port = await freePort();
  const env = { ...surroundings(), ...store.env, SVC_PORT: String(port), SVC_LOG_LEVEL: 'info' };
  const npm = spawn('npm', ['run', script], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text));
  t.after(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // all of them are gone, as they should be
    }
  });
  for (const giveUpAt = performance.now() + 120_000; !output.includes(isServing); await pause(50))
    assert.ok(performance.now() < giveUpAt, output);
  return { npm, port, output: () => output };
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

test('SIGTERM to npm stops the service gracefully', { skip: process.platform === 'win32' }, async (t) => {
  const { npm, port, output } = await startByNpm(t);
  assert.ok(await answers(port));
  const ended = once(npm, 'close'); // of its output too, which the service holds as long as it lives
  npm.kill('SIGTERM');
  await ended;
  assert.equal(await answers(port), false, 'nobody is left behind');
  assert.match(output(), /"stopped"/);
});

test('Ctrl+C stops it gracefully too', { skip: process.platform === 'win32' }, async (t) => {
  const { npm, port, output } = await startByNpm(t);
  const ended = once(npm, 'close');
  process.kill(-(npm.pid ?? 0), 'SIGINT'); // like a terminal: to the whole process group
  await ended;
  assert.equal(await answers(port), false);
  assert.match(output(), /"stopped"/);
});

test('SIGTERM to npm stops the demo too', { skip: process.platform === 'win32' }, async (t) => {
  const { npm, port } = await startByNpm(t, 'demo', 'Ctrl+C');
  assert.ok(await answers(port));
  const ended = once(npm, 'close');
  npm.kill('SIGTERM');
  await ended;
  assert.equal(await answers(port), false, 'nobody is left behind');
});

test('an old Node.js is told what to use instead', () => {
  const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })";
  for (const program of ['bin/serve.js', 'bin/iskaznica.js']) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(old)}`, program],
      { cwd: ROOT, encoding: 'utf8' },
    );
    assert.deepEqual([status, stderr.split('. ')[0]], [1, 'Node.js 20.1.0 is too old']);
    assert.match(stderr, /"npm run iskaznica --", or node_modules\/\.bin\/node/);
  }
});

test('documents and units start Node.js itself', () => {
  for (const path of ['docs/operations.md', 'deploy/systemd/iskaznica.service']) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    assert.match(text, /node_modules\/\.bin\/node .*bin\/serve\.js/, path);
  }
});
