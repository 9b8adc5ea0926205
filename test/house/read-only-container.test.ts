// engine: none
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findTool, runTool } from '../support/deploy-tool.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { callProcess, freePort } from '../support/service-process.ts';

const ROOT = join(import.meta.dirname, '../..');
/** As in deploy/container/Containerfile. */
const USER = 10001;
const MOST_MEMORY = 256 * 1024 ** 2;

/** The settings of runc for the service as an image has it: no root, no capabilities, nothing to write to but its data. */
function specOf(data: string, port: number): string {
  const bind = (source: string, destination: string, how: 'ro' | 'rw') => ({
    source,
    destination,
    type: 'bind',
    options: ['rbind', how],
  });
  const namespaces = ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })); // the network is ours
  return JSON.stringify({
    ociVersion: '1.0.2',
    root: { path: 'rootfs', readonly: true },
    process: {
      user: { uid: USER, gid: USER },
      cwd: '/opt/iskaznica',
      args: [`/opt/node/${process.execPath.split('/').at(-1)}`, 'bin/serve.js'],
      env: ['PATH=/opt/node', `SVC_PORT=${port}`, 'SVC_DATA_DIR=/var/lib/iskaznica', 'SVC_HOST=127.0.0.1'],
      noNewPrivileges: true,
    },
    mounts: [
      ...['/lib', '/lib64', '/usr/lib'].map((folder) => bind(folder, folder, 'ro')),
      bind(dirname(process.execPath), '/opt/node', 'ro'),
      bind(ROOT, '/opt/iskaznica', 'ro'),
      bind(data, '/var/lib/iskaznica', 'rw'),
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
    ],
    linux: { namespaces, resources: { memory: { limit: MOST_MEMORY } } },
  });
}

async function startContainer(t: TestContext, runc: string) {
  const folder = scratchFolder(t);
  const [data, port] = [join(folder, 'data'), await freePort()];
  for (const made of ['rootfs', 'data']) mkdirSync(join(folder, made));
  chownSync(data, USER, USER);
  chmodSync(data, 0o700);
  writeFileSync(join(folder, 'config.json'), specOf(data, port));
  const name = `iskaznica-test-${process.pid}`;
  const container = spawn(runc, ['run', '--bundle', folder, name], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [container.stdout, container.stderr]) stream.on('data', (text) => (said += text));
  const ended = once(container, 'exit');
  t.after(async () => {
    if (container.exitCode === null) runTool(runc, ['kill', name, 'KILL']);
    await ended;
  });
  for (const giveUpAt = performance.now() + 30_000; ; await pause(200)) {
    const answer = await callProcess(port, 'GET /health/ready', {}).catch(() => undefined);
    if (answer?.status === 200) break;
    assert.ok(container.exitCode === null && performance.now() < giveUpAt, said);
  }
  return { name, port, ended, said: () => said };
}

test('the service runs in a container that is read-only, without root and within 256 MiB', {
  skip: process.platform !== 'linux' || process.getuid?.() !== 0,
  timeout: 60_000,
}, async (t) => {
  const runc = findTool(t, 'runc', 'runc');
  if (runc === undefined) return;
  const { name, port, ended, said } = await startContainer(t, runc);
  const body = { email: 'nitko@example.hr', password: 'nije ni važno koja' };
  for (let round = 0; round < 5; round++)
    assert.equal((await callProcess(port, 'POST /api/auth/login', { body })).status, 401, said());
  const { usage } = JSON.parse(runTool(runc, ['events', '--stats', name])).data.memory.usage as { usage: number };
  assert.ok(usage > 0 && usage < MOST_MEMORY);
  runTool(runc, ['kill', name, 'TERM']);
  assert.equal((await ended)[0], 0, said());
  t.diagnostic(`${Math.round(usage / 1024 ** 2)} MiB of ${MOST_MEMORY / 1024 ** 2}`);
});
