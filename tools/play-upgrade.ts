/**
 * `npm run soak -- upgrade COMMIT`: three nodes of an earlier version behind HAProxy, then this one in their place, node by
 * node, back again, and forth again, on one PostgreSQL (`TEST_DATABASE_URL`) and under traffic. The earlier version is what git has under that
 * name, with its own packages. Prints what each way cost; any call without its answer fails it. With `--forth` nothing goes back: for
 * versions that this one's schema shuts out.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openAppStore } from '../src/entry/app/app-schema.ts';
import { readSettings } from '../src/entry/app/read-settings.ts';
import { findLost } from '../test/failover/acknowledged-journal.ts';
import { type Cost, costOf, failoverTable } from '../test/failover/failover-table.ts';
import { startHaproxy } from '../test/failover/haproxy-process.ts';
import { startTraffic } from '../test/failover/journalled-traffic.ts';
import { findTool } from '../test/support/deploy-tool.ts';
import { scratchFolder } from '../test/support/scratch-folder.ts';
import { PROCESS_PASSWORD } from '../test/support/seeded-store.ts';
import {
  callProcess,
  type Environment,
  freePort,
  type ServiceProcess,
  startProcess,
} from '../test/support/service-process.ts';
import { createTestStore } from '../test/support/test-store.ts';

const HERE = join(import.meta.dirname, '..');
const CALM_MS = 3000;
const ADMIN = 'glavna@example.hr';
const MEMBERS = [1, 2, 3, 4, 5, 6].map((number) => `clan${number}@example.hr`);

const { values, positionals } = parseArgs({ allowPositionals: true, options: { forth: { type: 'boolean' } } });
const [commit = ''] = positionals;
type Build = 'earlier' | 'this';

/** The folder of that commit, for as long as the test lasts. */
function checkOut(t: TestContext): string {
  const folder = join(scratchFolder(t), 'earlier');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, commit], { cwd: HERE });
  t.after(() => execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: HERE }));
  const packages = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (packages(folder) === packages(HERE)) symlinkSync(join(HERE, 'node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--silent'], { cwd: folder });
  return folder;
}

/** People as the earlier version makes them, on a schema that it has made. */
function seed(earlier: string, env: Environment): void {
  const run = (words: readonly string[], input = '') =>
    execFileSync(process.execPath, [join(earlier, 'bin/iskaznica.js'), ...words], {
      env: { PATH: '/usr/bin:/bin', SVC_PUBLIC_URL: 'http://127.0.0.1:8080', ...env },
      input,
    });
  run(['migrate']);
  const create = (email: string, role: string) =>
    run(
      ['user', 'create', '--email', email, '--ime', 'Ana', '--prezime', 'A', '--role', role, '--password-stdin'],
      PROCESS_PASSWORD,
    );
  create(ADMIN, 'admin');
  for (const email of MEMBERS) create(email, 'member');
}

async function startNodes(t: TestContext, haproxy: string, builds: Readonly<Record<Build, string>>, env: Environment) {
  const ports = [await freePort(), await freePort(), await freePort()];
  const front = await freePort();
  const folder = scratchFolder(t);
  const nodes: ServiceProcess[] = [];
  const start = async (node: number, build: Build) => {
    const dataDir = join(folder, `node${node + 1}`);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const own = { ...env, SVC_DATA_DIR: dataDir };
    nodes[node] = await startProcess(t, own, ports[node], 'read', [join(builds[build], 'bin/serve.js')]);
  };
  for (const node of ports.keys()) await start(node, 'earlier');
  await startHaproxy(t, {
    program: haproxy,
    configuration: 'haproxy.cfg',
    folder,
    addresses: {
      ':8443': `127.0.0.1:${front}`,
      ...Object.fromEntries(ports.map((port, node) => [`127.0.0.1:808${node + 1}`, `127.0.0.1:${port}`])),
    },
  });
  const served = () => callProcess(front, 'GET /health/ready', {}).catch(() => undefined);
  for (const giveUpAt = performance.now() + 20_000; (await served())?.status !== 200; await pause(100))
    assert.ok(performance.now() < giveUpAt, 'HAProxy found no node within 20 s');
  const renew = async (build: Build) => {
    for (const node of ports.keys()) {
      await nodes[node]?.stop();
      await start(node, build);
      await pause(1500); // HAProxy asks each second
    }
  };
  return { front, renew };
}

test('upgrade', async (t) => {
  assert.ok(commit !== '', 'say which commit: npm run soak -- upgrade COMMIT');
  const haproxy = findTool(t, 'haproxy', 'haproxy');
  if (haproxy === undefined) return;
  const earlier = checkOut(t);
  const store = await createTestStore('postgres');
  t.after(() => store.remove());
  const env = {
    ...store.env,
    SVC_SECRET: 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u',
    SVC_FILES_DIR: join(store.dataDir, 'files'),
    SVC_TRUSTED_PROXIES: '127.0.0.1',
    SVC_BCRYPT_COST: '10',
    SVC_ACCESS_TTL_MIN: '60',
    SVC_LOG_LEVEL: 'warn',
    SVC_DRAIN_SEC: '3',
  };
  seed(earlier, env);
  const { front, renew } = await startNodes(t, haproxy, { earlier, this: HERE }, env);
  const ways: readonly Build[] = values.forth ? ['this'] : ['this', 'earlier', 'this'];
  const costs: Cost[] = [];
  for (const to of ways) {
    const traffic = await startTraffic({ port: front, admin: ADMIN, members: MEMBERS, tenantId: 1 });
    await pause(CALM_MS);
    const from = performance.now();
    let until = from;
    try {
      await renew(to);
      until = performance.now();
      await pause(CALM_MS);
    } finally {
      await traffic.stop();
    }
    const database = await openAppStore(readSettings(env));
    const lost = await findLost(traffic.journal, database, front).finally(() => database.close());
    costs.push(
      costOf(to === 'this' ? `from ${commit} to this one` : `back to ${commit}`, traffic.journal, lost.length, [
        from,
        until,
      ]),
    );
    for (const { kind, instead } of traffic.journal.calls) if (instead) console.log(`${kind}: ${instead}`);
  }
  console.log(`\n${failoverTable(costs)}\n`);
  for (const { name, refused, broken, wrong, lost } of costs)
    assert.deepEqual({ name, refused, broken, wrong, lost }, { name, refused: 0, broken: 0, wrong: 0, lost: 0 });
});
