import assert from 'node:assert/strict';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { anotherMachine, type Kept, keepBackup, startsWith } from '../../../test/support/backup-fixture.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { mountSmallDisk } from '../../../test/support/small-disk.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { sqliteFile } from '../../platform/database/open-sqlite.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { readSettings } from '../app/read-settings.ts';
import { openService, type Service } from './service.ts';

const SERVED = { suspended: 403, active: 200 };
const FILES = ['journal.jsonl', 'audit-heads.jsonl', 'erasures.jsonl'] as const;
/** Of a person whom this store may have had. */
const ERASURE = {
  request_id: 7,
  user_id: 900 as UserId,
  user_created_at: instantAt(1_700_000_000_000),
  erased_at: instantAt(1_700_000_900_000),
};

async function withService<Result>({ env }: Kept, work: (service: Service) => Promise<Result>): Promise<Result> {
  const service = await openService(readSettings(env), { log: pino({ level: 'silent' }) });
  return work(service).finally(() => service.close());
}

/** A store with a journal, heads, and an erasure in its ledger. */
async function keepStore(t: TestContext): Promise<Kept> {
  const kept = await keepBackup(t);
  await withService(kept, ({ privacy }) => privacy.ledger.append(ERASURE));
  return kept;
}

for (const name of FILES)
  test(`with the ${name} of another store nothing starts, nothing is changed, and doctor says so`, {
    timeout: 120_000,
  }, async (t) => {
    const [own, other] = [await keepStore(t), await keepStore(t)];
    assert.deepEqual(await startsWith(own, own), SERVED);
    const [mine, theirs] = [own, other].map(({ dataDir }) => readFileSync(join(dataDir, name), 'utf8')) as [
      string,
      string,
    ];
    writeFileSync(join(own.dataDir, name), theirs);
    const refusal = new RegExp(`${name} in \\S+ is of another store than the database`);
    assert.match(String(await startsWith(own, own)), refusal);
    const doctor = await runCommand('doctor', own.env);
    assert.match(doctor.out, new RegExp(`WRONG +data folder +${refusal.source}`));
    assert.equal(readFileSync(join(own.dataDir, name), 'utf8'), theirs, 'it is as it was');
    writeFileSync(join(own.dataDir, name), mine);
    assert.deepEqual(await startsWith(own, own), SERVED);
  });

test('a restore moves the files of another store aside, says so, and takes none of it', {
  timeout: 180_000,
}, async (t) => {
  const [own, other] = [await keepStore(t), await keepStore(t)];
  const machine = await anotherMachine(t, own);
  for (const name of FILES) copyFileSync(join(other.dataDir, name), join(machine.dataDir, name));
  appendFileSync(join(own.folder, 'erasures-x.jsonl'), readFileSync(join(other.dataDir, 'erasures.jsonl')));
  const restored = await runCommand(`backup restore ${own.backup}`, machine.env);
  assert.equal(restored.code, 0, restored.err);
  for (const name of FILES) {
    const [, aside = ''] =
      new RegExp(`^Of another store, and moved aside: (\\S+${name}\\.of-another-store-\\S+)\\.$`, 'm').exec(
        restored.out,
      ) ?? [];
    assert.equal(readFileSync(aside, 'utf8'), readFileSync(join(other.dataDir, name), 'utf8'), name);
  }
  assert.match(restored.out, /^Erasures of another store in the ledgers beside the backups, left out: 1\.$/m);
  assert.match(restored.out, /^Through: journal 20\S+; heads \d+ of 20\S+; ledger none\.$/m);
  assert.deepEqual(await startsWith(machine, own), SERVED);
});

test('a store without its secret gets no other, and says where it belongs', { timeout: 120_000 }, async (t) => {
  if (testEngine === 'postgres') return; // there it is in the settings
  const kept = await keepBackup(t);
  const secret = join(kept.dataDir, 'secret');
  const own = readFileSync(secret);
  rmSync(secret);
  assert.match(String(await startsWith(kept, kept)), /There is no secret in .* put the one that was saved there/);
  for (const command of [
    'backup create',
    'backup rehearse',
    `backup restore ${kept.backup} --replace`,
    'backup settle --as-of 2026-11-23T05:50:00Z',
    'keys rotate',
    'secret rotate',
    'audit verify',
  ]) {
    const { code, err } = await runCommand(command, kept.env);
    assert.deepEqual([code, /There is no secret (here|in )/.test(err)], [1, true], `${command}: ${err}`);
  }
  assert.equal(existsSync(secret), false);
  writeFileSync(secret, 'qP8zR2vNw6Yx4LmT9bKd3HsJ7gFcU5aE');
  assert.match(String(await startsWith(kept, kept)), /The secret does not open the data keys of this database/);
  writeFileSync(secret, own);
  assert.deepEqual(await startsWith(kept, kept), SERVED);
});

test('a damaged journal is kept whole beside the one that goes on', { timeout: 120_000 }, async (t) => {
  const kept = await keepBackup(t);
  const path = join(kept.dataDir, 'journal.jsonl');
  const damaged = `${readFileSync(path, 'utf8')}{"entry":{"through":"2026-11-28T00:00:00.000Z"},"mac":"x"}\n`;
  writeFileSync(path, damaged);
  await withService(kept, ({ writeJournal }) => writeJournal());
  const [beside = ''] = readdirSync(kept.dataDir).filter((name) => name.startsWith('journal.jsonl.damaged-'));
  assert.equal(readFileSync(join(kept.dataDir, beside), 'utf8'), damaged);
  assert.doesNotMatch(readFileSync(path, 'utf8'), /"mac":"x"/);
  const doctor = await runCommand('doctor', kept.env);
  assert.match(doctor.out, new RegExp(`warn +data folder +${beside} was moved aside`));
});

test('doctor tells a damaged file of the database', { timeout: 120_000 }, async (t) => {
  if (testEngine === 'postgres') return; // its server has tools of its own
  const kept = await keepBackup(t);
  const page = 4096;
  const copy = { ...kept.env, SVC_DATA_DIR: scratchFolder(t) };
  for (const name of ['iskaznica.db', 'secret']) copyFileSync(join(kept.dataDir, name), join(copy.SVC_DATA_DIR, name));
  const path = sqliteFile(copy.SVC_DATA_DIR);
  const pages = readFileSync(path).length / page;
  const file = openSync(path, 'r+');
  for (let at = Math.floor(pages / 2); at < pages; at++) writeSync(file, Buffer.alloc(page, 0x5a), 0, page, at * page);
  closeSync(file);
  const { out, code } = await runCommand('doctor', copy);
  assert.equal(code, 1);
  assert.match(out, /WRONG +store +(the database is damaged: |database disk image is malformed)/);
});

test('doctor tells a place for backups that has no room for the next', { timeout: 120_000 }, async (t) => {
  const kept = await keepBackup(t);
  const disk = mountSmallDisk(t, 8);
  if (disk === undefined) return t.skip('this user may not mount a disk');
  const env = { ...kept.env, SVC_BACKUP_DIR: disk.path };
  assert.equal((await runCommand('backup create', env)).code, 0);
  assert.match((await runCommand('doctor', env)).out, /WRONG +disk +\d MiB free for /);
  disk.fill();
  assert.match((await runCommand('doctor', env)).out, /WRONG +backups +the next one does not fit: iskaznica-/);
});

test('doctor tells a folder of files that is another store’s', { timeout: 120_000 }, async (t) => {
  const kept = await keepBackup(t);
  const env = { ...kept.env, SVC_FILES_DIR: scratchFolder(t) };
  await withService({ ...kept, env }, async () => {});
  const other = { ...kept.env, SVC_FILES_DIR: scratchFolder(t) };
  writeFileSync(join(other.SVC_FILES_DIR, '.iskaznica-files'), 'another\n');
  assert.match(
    (await runCommand('doctor', other)).out,
    /WRONG +files +SVC_FILES_DIR \S+ has the mark of another folder/,
  );
  assert.doesNotMatch((await runCommand('doctor', env)).out, /mark of another folder/);
});
