// engine: both
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { seedStore } from '../../../test/support/seeded-store.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { instantAt, systemClock } from '../../platform/kernel/clock.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import { createBackup } from './create-backup.ts';
import { findBackupNotes } from './kept-backups.ts';

/** A store whose backups are made at whatever time the clock says. */
async function startKept(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-kopije-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const backups = {
    SVC_BACKUP_DIR: folder,
    SVC_BACKUP_PASSPHRASE: 'Vx7pQ2mLz9Kt4RbN8wYs3HcJ6gFdU5aE',
    SVC_BACKUP_KEEP: '2',
  };
  const store = await seedStore(t, { people: 1, env: backups });
  const { env } = store;
  const settings = readSettings(env);
  const { database, files, keys } = store.service;
  const makeAt = (ago: number) => {
    const clock = manualClock(systemClock.now() - ago);
    return createBackup({ settings, database, files, keys, clock, version: '0.0.0' });
  };
  const list = async () => {
    const { out } = await runCommand('backup list', env);
    return out.trim().split('\n');
  };
  return { ...store, folder, makeAt, list };
}

test('after a clock that was ahead the new backups stay, and the one from the future is told and chosen by nobody', {
  timeout: 240_000,
}, async (t) => {
  const kept = await startKept(t);
  const ahead = await kept.makeAt(-days(400));
  const first = await kept.makeAt(hours(2));
  const rows = await kept.list();
  assert.deepEqual([rows[0]?.startsWith(first.address.slice(kept.folder.length + 1)), rows.length], [true, 2]);
  assert.match(rows[1] ?? '', /FROM THE FUTURE/);

  const doctor = await runCommand('doctor', kept.env);
  assert.match(doctor.out, new RegExp(`WRONG +backups +${ahead.address.split('/').at(-1)} is from the future`));
  const gauges = await kept.service.figures.all();
  const told = gauges.find(({ name }) => name === 'iskaznica_backup_ahead_seconds')?.samples[0]?.value ?? 0;
  assert.ok(told > 399 * 86_400, `${told}`);

  const rehearsed = await runCommand('backup rehearse', kept.env);
  assert.ok(rehearsed.out.startsWith(`${first.address} can be restored`), rehearsed.out + rehearsed.err);
  const refused = await runCommand(`backup restore ${ahead.address}`, {
    ...kept.env,
    SVC_DATA_DIR: `${kept.dataDir}-2`,
  });
  assert.equal(refused.code, 1);
  assert.match(refused.err, /from the future.*--from-the-future/s);

  const second = await kept.makeAt(hours(1));
  assert.deepEqual(second.pruned, [ahead.address.split('/').at(-1)], 'the oldest one goes, whatever its name says');
  const third = await kept.makeAt(0);
  assert.deepEqual(third.pruned, [first.address.split('/').at(-1)]);
  assert.deepEqual(
    (await kept.list()).map((row) => row.split(' ')[0]),
    [third, second].map(({ address }) => address.split('/').at(-1)),
  );
});

test('a backup made with the clock ahead is brought up to date by the journal, and says how far that reaches', {
  timeout: 240_000,
}, async (t) => {
  const kept = await startKept(t);
  const { address } = await kept.makeAt(-days(1));
  const [email = ''] = kept.emails;
  const suspended = await runCommand(`user suspend --email ${email}`, kept.env);
  assert.equal(suspended.code, 0, suspended.err);
  await kept.service.writeJournal();

  const empty = await createTestStore();
  t.after(() => empty.remove());
  const secret = join(kept.dataDir, 'secret');
  if (existsSync(secret)) copyFileSync(secret, join(empty.dataDir, 'secret'));
  const env = { ...kept.env, ...empty.env };
  const restored = await runCommand(`backup restore ${address} --from-the-future`, env);
  assert.equal(restored.code, 0, restored.err);
  assert.match(restored.out, /latest state by the journal: 1\./);
  assert.match(restored.out, /^Through: journal 20\S+; heads .*\.$/m);
  const listed = await runCommand('user list --status suspended', env);
  assert.ok(listed.out.includes(email), listed.out + listed.err);

  const later = instantAt(systemClock.now() + days(300));
  const refused = await runCommand(`backup settle --as-of ${later}`, env);
  assert.deepEqual([refused.code, /must not be later/.test(refused.err)], [1, true], refused.err);
  const never = await runCommand('backup settle --as-of 2026-02-31T00:00:00Z', env);
  assert.match(never.err, /--as-of wants an instant/, 'a day that no month has');
  assert.notEqual(never.code, 0);
});

test('with nothing but backups from the future none is rehearsed silently', { timeout: 240_000 }, async (t) => {
  const kept = await startKept(t);
  const { address } = await kept.makeAt(-days(1));
  const refused = await runCommand('backup rehearse', kept.env);
  assert.deepEqual([refused.code, /from the future/.test(refused.err)], [1, true], refused.err);
  assert.equal((await runCommand(`backup rehearse --file ${address}`, kept.env)).code, 0);
});

test('a damaged backup is told, whichever it is, and a sound one beside it is still the newest', {
  timeout: 60_000,
}, async (t) => {
  const kept = await startKept(t);
  const { address } = await kept.makeAt(0);
  writeFileSync(join(kept.folder, 'iskaznica-2099-03-01T10-00-00-000Z.backup'), 'no backup');
  const { out } = await runCommand('doctor', kept.env);
  assert.match(out, /WRONG +backups +iskaznica-2099\S+: it is no backup/);
  assert.ok(out.includes(`${address.split('/').at(-1)} in ${kept.folder}`), out);
});

test('a note from the future is none: the next backup is due, and superadmins are told', async (t) => {
  const kept = await startKept(t);
  await kept.makeAt(-days(30));
  const { made } = await findBackupNotes(kept.database, systemClock);
  assert.equal(made, undefined, `noted ${made} at ${instantAt(systemClock.now())}`);
});
