// engine: both
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import {
  anotherMachine,
  type Kept,
  keepBackup,
  type Machine,
  startsWith,
} from '../../../test/support/backup-fixture.ts';
import { type RunningCommand, startCommand } from '../../../test/support/command-process.ts';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { mountSmallDisk } from '../../../test/support/small-disk.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { requirePassphrase } from '../../entry/cli/backup-argument.ts';
import { requireRestorable, restoreInto } from '../../entry/cli/restore-steps.ts';
import { openService } from '../../entry/start/service.ts';
import { unfinishedIn } from '../../platform/database/load-dump.ts';
import { type Clock, systemClock } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { withScratchFolder } from './scratch-folder.ts';
import { sealedFile } from './sealed-file.ts';
import { unpackBackup } from './verify-backup.ts';

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

/** Whether a restore has come to its end, which takes the mark away. */
async function holdsPeople({ env }: Machine): Promise<boolean> {
  if (testEngine === 'sqlite') return false; // the file is there from the beginning
  const client = new pg.Client({ connectionString: env.SVC_DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ found: string | null }>(`select to_regclass('public.users')::text as found`);
  await client.end();
  return rows[0]?.found !== null;
}

/** A restore under a clock of its own, which no command has. */
async function restoreAt({ env, dataDir }: Machine, { backup }: Kept, clock: Clock): Promise<void> {
  const settings = readSettings(env);
  await withScratchFolder(dataDir, 'restore', async (unpacked) => {
    const source = await sealedFile(backup);
    const verified = await unpackBackup(source, requirePassphrase(settings), unpacked);
    const restoring = { unpacked, verified, by: 'Iva', clock };
    await requireRestorable(settings, restoring);
    await restoreInto(settings, restoring);
  });
}

/** The copy of the journal beside the backups, and its content. */
function journalBeside({ folder }: Kept): [string, string] {
  const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('journal-'));
  const path = join(folder, name);
  return [path, readFileSync(path, 'utf8')];
}

const lastThrough = (journal: string): string | undefined => [...journal.matchAll(/"through":"([^"]+)"/g)].at(-1)?.[1];

/** What changes after a copy was taken. */
async function suspendAnother({ env, active }: Kept): Promise<void> {
  const done = await runCommand(`user suspend --email ${active}`, env);
  assert.equal(done.code, 0, done.err);
  const service = await openService(readSettings(env), { log: pino({ level: 'silent' }) });
  await service.writeJournal().finally(() => service.close());
}

interface Told {
  /** The last instant that the journal vouches for. */
  readonly through: string | undefined;
  /** Whom the restored service lets in. */
  readonly state: { readonly suspended: number; readonly active: number };
}

/** What the journal does not hold cannot be restored: the operator is told through when it reaches, and what to repeat. */
async function requireTold(machine: Machine, kept: Kept, { through, state }: Told): Promise<string> {
  const { code, out, err } = await restore(machine, kept);
  assert.equal(code, 0, err);
  const [, said] = /^Through: journal (\S+); heads .*; ledger .*\.$/m.exec(out) ?? [];
  assert.equal(said, through ?? 'none', out);
  assert.match(out, /^Not in them, if the service ran longer: .* Repeat that\.$/m);
  assert.deepEqual(await startsWith(machine, kept), state);
  return out;
}

/** As the backup has them. */
const AS_THEN = { suspended: 200, active: 200 };

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
        if (!(await isThere(machine)) && !(await holdsPeople(machine))) continue;
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
  ...[days(365), -days(365)].map((off) => ({
    name: `the clock is a year ${off > 0 ? 'ahead' : 'behind'} at the restore`,
    tell: async (t: TestContext, kept: Kept) => {
      const machine = await anotherMachine(t, kept);
      await restoreAt(machine, kept, manualClock(systemClock.now() + off));
      await requireRestored(machine, kept);
    },
  })),
  {
    name: 'the journal is a stale copy',
    tell: async (t, kept) => {
      const [copy, stale] = journalBeside(kept);
      await suspendAnother(kept);
      assert.notEqual(readFileSync(copy, 'utf8'), stale);
      writeFileSync(copy, stale);
      await requireTold(await anotherMachine(t, kept), kept, { through: lastThrough(stale), state: RESTORED });
    },
  },
  {
    name: 'the journal is cut between two lines',
    tell: async (t, kept) => {
      const [copy, whole] = journalBeside(kept);
      const lines = whole.trimEnd().split('\n');
      const cut = lines
        .slice(
          0,
          lines.findIndex((line) => line.includes('"suspended"')),
        )
        .join('\n');
      writeFileSync(copy, `${cut}\n`);
      await requireTold(await anotherMachine(t, kept), kept, { through: lastThrough(cut), state: AS_THEN });
    },
  },
  {
    name: 'the journal is another store’s',
    tell: async (t, kept) => {
      const [copy] = journalBeside(kept);
      const [, foreign] = journalBeside(await keepBackup(t));
      writeFileSync(copy, foreign);
      const out = await requireTold(await anotherMachine(t, kept), kept, { through: undefined, state: AS_THEN });
      assert.match(out, /journal-\S+ is damaged, or not of this service, from line 1 on: that part is left out\./);
    },
  },
  {
    name: 'a line of the journal is forged',
    tell: async (t, kept) => {
      const [copy, whole] = journalBeside(kept);
      writeFileSync(copy, whole.replace('"suspended"', '"active"'));
      const sound = whole.slice(0, whole.indexOf('"suspended"'));
      const out = await requireTold(await anotherMachine(t, kept), kept, {
        through: lastThrough(sound),
        state: AS_THEN,
      });
      assert.match(out, /journal-\S+ is damaged, or not of this service, from line \d+ on: that part is left out\./);
    },
  },
  {
    name: 'it is cut off, or one bit is flipped',
    tell: async (t, kept) => {
      const machine = await anotherMachine(t, kept);
      const whole = readFileSync(kept.backup);
      const flipped = Buffer.from(whole);
      const middle = Math.floor(whole.length / 2);
      flipped[middle] = (flipped[middle] ?? 0) ^ 1;
      for (const bytes of [flipped, whole.subarray(0, -1), whole.subarray(0, middle)]) {
        writeFileSync(kept.backup, bytes);
        const refused = await restore(machine, kept);
        assert.deepEqual([refused.code, /cannot be used: it is damaged/.test(refused.err)], [1, true], refused.err);
        assert.equal(await isThere(machine), false, 'nothing was put in place');
      }
      writeFileSync(kept.backup, whole);
      assert.equal((await restore(machine, kept)).code, 0);
      await requireRestored(machine, kept);
    },
  },
];

/** Lies that are told in other files: [the lie, the file, a test of it]. */
const ELSEWHERE = [
  [
    'the clock was ahead when it was made',
    'backup-clock.test.ts',
    'a backup made with the clock ahead is brought up to date',
  ],
  ['newer ones look older than it', 'backup-clock.test.ts', 'after a clock that was ahead the new backups stay'],
  ['its manifest is forged', 'backup-maker.test.ts', 'a backup that somebody else signed who knows the passphrase'],
  ['its head is another one’s', 'backup-maker.test.ts', 'another head around a genuine content is found'],
  ['a rehearsal’s records pass for a restore', 'backup-maker.test.ts', 'what a rehearsal signs counts nowhere else'],
  [
    'the folder is of another store',
    '../../entry/start/foreign-folder.test.ts',
    'a restore moves the files of another store aside',
  ],
  ['making it is killed, or the disk is full', 'backup-faults.test.ts', 'whatever goes wrong while a backup is made'],
  ['a killed rehearsal leaves everybody', 'left-runs.test.ts', 'what a killed rehearsal leaves is named'],
] as const;

test('every lie that is told elsewhere is still told there', () => {
  for (const [lie, file, title] of ELSEWHERE)
    assert.ok(readFileSync(join(import.meta.dirname, file), 'utf8').includes(title), lie);
});

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
