import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { anotherMachine, type Kept, keepBackup, type Machine, startsWith } from '../../test/support/backup-desk.ts';
import { type RunningCommand, startCommand } from '../../test/support/command-process.ts';
import { runCommand } from '../../test/support/operator-command.ts';
import { mountSmallDisk } from '../../test/support/small-disk.ts';
import { testEngine } from '../../test/support/test-engine.ts';
import { readSettings } from '../app/read-settings.ts';
import { unfinishedIn } from '../database/load-dump.ts';

/** A way in which a backup, or what lies beside it, may lie. Afterwards it is restored truly, or refused in words. */
interface Lie {
  readonly name: string;
  readonly tell: (t: TestContext, kept: Kept) => Promise<void>;
}

const RESTORED = { suspended: 403, active: 200 };
const UNFINISHED = /did not end: people who were suspended.* Run "backup restore" again/;

const restore = (machine: Machine, { backup }: Kept) => runCommand(`backup restore ${backup} --by Iva`, machine.env);

async function requireRestored(machine: Machine, kept: Kept): Promise<void> {
  assert.deepEqual(await startsWith(machine, kept), RESTORED);
}

/** Nothing serves it, every command says why, and a second restore ends what the first began. */
async function requireResumed(machine: Machine, kept: Kept): Promise<void> {
  const state = await startsWith(machine, kept);
  assert.match(String(state), UNFINISHED);
  const doctor = await runCommand('doctor', machine.env);
  assert.equal(doctor.code, 1);
  assert.match(doctor.out, UNFINISHED);
  assert.match((await runCommand('user list', machine.env)).err, UNFINISHED);
  assert.match((await runCommand('backup settle --as-of 2026-11-23T05:50:00Z', machine.env)).err, UNFINISHED);
  const again = await restore(machine, kept);
  assert.equal(again.code, 0, again.err);
  await requireRestored(machine, kept);
}

/** Waits for the moment from which a start would find something. */
async function databaseAppears(machine: Machine, restoring: RunningCommand): Promise<void> {
  while (!(await isThere(machine))) {
    assert.equal(restoring.hasEnded(), false, 'the restore ended before');
    await pause(1);
  }
}

const isThere = async ({ env, dataDir }: Machine): Promise<boolean> =>
  testEngine === 'sqlite'
    ? existsSync(join(dataDir, 'iskaznica.db'))
    : (await unfinishedIn(readSettings(env))) !== undefined;

const lies: readonly Lie[] = [
  {
    name: 'killed as soon as the database is there',
    tell: async (t, kept) => {
      const machine = await anotherMachine(t, kept);
      const restoring = startCommand(t, `backup restore ${kept.backup}`, machine.env);
      await databaseAppears(machine, restoring);
      await restoring.kill();
      await requireResumed(machine, kept);
    },
  },
  {
    name: 'killed at any step',
    tell: async (t, kept) => {
      const machine = await anotherMachine(t, kept);
      for (const after of [300, 600, 800, 1000, 1200, 1500, 2000]) {
        const restoring = startCommand(t, `backup restore ${kept.backup}`, machine.env);
        await pause(after);
        await restoring.kill();
        if (!(await isThere(machine))) continue;
        const state = await startsWith(machine, kept);
        if (typeof state !== 'string') return assert.deepEqual(state, RESTORED);
        assert.match(state, UNFINISHED);
      }
      const again = await restore(machine, kept);
      assert.equal(again.code, 0, again.err);
      await requireRestored(machine, kept);
    },
  },
  {
    name: 'heads cannot be written beside the database',
    tell: async (t, kept) => {
      const machine = await anotherMachine(t, kept);
      const heads = join(machine.dataDir, 'audit-heads.jsonl');
      mkdirSync(heads);
      const failed = await restore(machine, kept);
      assert.equal(failed.code, 1);
      assert.match(failed.err, /The restore did not end: .*\. The service does not start on what is there\./);
      rmdirSync(heads);
      await requireResumed(machine, kept);
    },
  },
  {
    name: 'the disk is full once the database is there',
    tell: async (t, kept) => {
      const disk = mountSmallDisk(t, 24);
      if (disk === undefined) return t.skip('this user may not mount a disk');
      const other = await anotherMachine(t, kept);
      const machine = { env: { ...other.env, SVC_DATA_DIR: disk.path }, dataDir: disk.path };
      const secret = join(kept.dataDir, 'secret');
      if (existsSync(secret)) copyFileSync(secret, join(disk.path, 'secret'));
      const restoring = startCommand(t, `backup restore ${kept.backup}`, machine.env);
      await databaseAppears(machine, restoring);
      disk.fill();
      await restoring.ended();
      disk.free();
      await requireResumed(machine, kept);
    },
  },
];

/** Not of a restore: what a lost disk leads to. */
test('a used data folder whose database is gone or empty starts nothing and makes nothing, and is told by doctor', {
  timeout: 180_000,
}, async (t) => {
  const kept = await keepBackup(t);
  const names = ['journal.jsonl', 'audit-heads.jsonl'];
  const machine = await anotherMachine(t, kept, names);
  const before = names.map((name) => readFileSync(join(machine.dataDir, name), 'utf8'));
  assert.match(String(await startsWith(machine, kept)), /The database is empty, but journal\.jsonl.* restore a backup/);
  const doctor = await runCommand('doctor', machine.env);
  assert.match(doctor.out, /WRONG +store +The database is empty, but journal\.jsonl/);
  assert.deepEqual(
    names.map((name) => readFileSync(join(machine.dataDir, name), 'utf8')),
    before,
  );
  assert.equal(existsSync(join(machine.dataDir, 'iskaznica.db')), false);
  const restored = await restore(machine, kept);
  assert.equal(restored.code, 0, restored.err);
  await requireRestored(machine, kept);
});

// On a server the secret is in the settings.
if (testEngine === 'sqlite')
  test('doctor makes no secret', async (t) => {
    const kept = await keepBackup(t);
    rmSync(join(kept.dataDir, 'secret'));
    assert.match((await runCommand('doctor', kept.env)).out, /WRONG +secret +There is no secret in /);
    assert.equal(existsSync(join(kept.dataDir, 'secret')), false);
  });

for (const { name, tell } of lies)
  test(`a backup that is restored, ${name}: restored truly, or refused in words`, { timeout: 180_000 }, async (t) =>
    tell(t, await keepBackup(t)),
  );
