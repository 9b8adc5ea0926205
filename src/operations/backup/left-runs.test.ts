// engine: both
import assert from 'node:assert/strict';
import { chownSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Kept, keepBackup } from '../../../test/support/backup-fixture.ts';
import { type Environment, type RunningCommand, startCommand } from '../../../test/support/command-process.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { startProcess } from '../../../test/support/service-process.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { systemClock } from '../../platform/kernel/clock.ts';
import { requireBackups } from './find-backup-target.ts';
import { listKept } from './kept-backups.ts';

/** Everything decrypted that a run has made beside the store and not taken away. */
async function made({ dataDir, env }: Kept): Promise<string[]> {
  const folders = readdirSync(dataDir).filter((name) => /^scratch-\w+-/.test(name));
  return [...folders, ...(testEngine === 'postgres' ? await rehearsals(env) : [])];
}

/** The databases of rehearsals beside this one, whose names tell whose they are. */
async function rehearsals(env: Environment): Promise<string[]> {
  const client = new pg.Client({ connectionString: env.SVC_DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where datname like 'iskaznica_rehearsal_' || left(encode(sha256(convert_to(current_database(), 'utf8')), 'hex'), 12) || '%'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

/** Waits until the rehearsal has people in a database, or as good as. */
async function isUnderWay(kept: Kept, run?: RunningCommand): Promise<void> {
  const wanted = testEngine === 'postgres' ? /^iskaznica_rehearsal/ : /^scratch-rehearsal/;
  while (!(await made(kept)).some((name) => wanted.test(name))) {
    assert.notEqual(run?.hasEnded(), true, 'the rehearsal ended before');
    await pause(5);
  }
}

async function killRehearsal(t: TestContext, kept: Kept): Promise<string[]> {
  const run = startCommand(t, 'backup rehearse', kept.env);
  await isUnderWay(kept, run);
  await run.kill();
  const left = await made(kept);
  assert.notDeepEqual(left, []);
  return left;
}

test('what a killed rehearsal leaves is named by doctor, and taken away by the next rehearsal', {
  timeout: 120_000,
}, async (t) => {
  const kept = await keepBackup(t);
  const left = await killRehearsal(t, kept);
  const { out } = await runCommand('doctor', kept.env);
  for (const name of left) assert.match(out, new RegExp(`WRONG +backups +a killed run left the \\w+ ${name} `));
  assert.deepEqual(await made(kept), left, 'doctor changes nothing');
  const next = await runCommand('backup rehearse', kept.env);
  assert.equal(next.code, 0, next.err);
  assert.deepEqual(await made(kept), []);
});

test('and by the next start', { timeout: 120_000 }, async (t) => {
  const kept = await keepBackup(t);
  await killRehearsal(t, kept);
  const node = await startProcess(t, kept.env);
  for (let left = 10_000; left > 0 && (await made(kept)).length > 0; left -= 50) await pause(50);
  assert.deepEqual(await made(kept), []);
  assert.equal((await node.stop()).code, 0);
});

test('a rehearsal that is told to end takes its database and folder with it, and ends by the signal', {
  timeout: 120_000,
}, async (t) => {
  const kept = await keepBackup(t);
  const run = startCommand(t, 'backup rehearse', kept.env);
  await isUnderWay(kept, run);
  assert.equal(await run.stop(), null);
  assert.deepEqual(await made(kept), []);
});

test('a service that stops while it rehearses leaves nothing', { timeout: 120_000 }, async (t) => {
  const kept = await keepBackup(t);
  const env = { ...kept.env, SVC_BACKUP_EVERY_HOURS: '24' };
  const node = await startProcess(t, env);
  await isUnderWay(kept);
  assert.equal((await node.stop()).code, 0, node.output());
  assert.deepEqual(await made(kept), []);
});

test('of two that make a backup at once the second is told, and leaves the first alone', {
  timeout: 120_000,
}, async (t) => {
  const kept = await keepBackup(t);
  const runs = [1, 2, 3].map(() => startCommand(t, 'backup create', kept.env));
  const results = await Promise.all(runs.map((run) => run.result()));
  const told = results.filter(({ code }) => code !== 0);
  for (const { err } of told)
    assert.match(err, /^Another process runs "backup create" .*\. Wait until it has ended\.$/m);
  const backups = await listKept((await requireBackups(readSettings(kept.env))).target, systemClock);
  assert.equal(backups.length, 1 + results.length - told.length);
  assert.ok(told.length > 0, 'they did not meet');
  for (const { name } of backups) assert.equal((await runCommand(`backup verify ${name}`, kept.env)).code, 0);
  assert.deepEqual(await made(kept), []);
});

if (testEngine === 'postgres')
  test('and on another node too', { timeout: 120_000 }, async (t) => {
    const kept = await keepBackup(t);
    const client = new pg.Client({ connectionString: kept.env.SVC_DATABASE_URL });
    await client.connect();
    await client.query("select pg_advisory_lock(hashtext('backup'))"); // as the other node does
    const told = await runCommand('backup create', kept.env);
    await client.end();
    assert.match(told.err, /^Another node runs "backup create" of this database\. Wait until it has ended\.$/m);
    assert.equal((await runCommand('backup create', kept.env)).code, 0);
  });

test('what root locks by a command, the service may lock afterwards', { timeout: 120_000 }, async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root may give files away');
  const kept = await keepBackup(t);
  rmSync(join(kept.dataDir, 'running-backup.lock'));
  chownSync(kept.dataDir, 101, 101);
  assert.equal((await runCommand('backup create', kept.env)).code, 0);
  assert.equal(statSync(join(kept.dataDir, 'running-backup.lock')).uid, 101);
});

test('a rehearsal beside another is told, and leaves it alone', { timeout: 120_000 }, async (t) => {
  const kept = await keepBackup(t);
  const first = startCommand(t, 'backup rehearse', kept.env);
  await isUnderWay(kept, first);
  const second = await runCommand('backup rehearse', kept.env);
  assert.match(second.err, /^Another process runs "backup rehearse" in \S+\. Wait until it has ended\.$/m);
  const { code, err } = await first.result();
  assert.equal(code, 0, err);
  assert.deepEqual(await made(kept), []);
});
