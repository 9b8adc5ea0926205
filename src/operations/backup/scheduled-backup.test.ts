// engine: both
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '../../../test/support/operator-command.ts';
import { seedStore } from '../../../test/support/seeded-store.ts';
import { startProcess } from '../../../test/support/service-process.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { instantAt, nowOf, systemClock } from '../../platform/kernel/clock.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import { findBackupNotes, recordBackup } from './kept-backups.ts';

const PASSPHRASE = 'Vx7pQ2mLz9Kt4RbN8wYs3HcJ6gFdU5aE';

test('the service makes backups and rehearses them by itself, on one node, and says how long they live', {
  timeout: 180_000,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-kopije-'));
  const aside = mkdtempSync(join(tmpdir(), 'iskaznica-test-'));
  t.after(() => [folder, aside].map((one) => rmSync(one, { recursive: true })));
  const backups = { SVC_BACKUP_DIR: folder, SVC_BACKUP_PASSPHRASE: PASSPHRASE, SVC_BACKUP_EVERY_HOURS: '12' };
  const store = await seedStore(t, { people: 2, env: backups });
  const nodes = [await startProcess(t, store.env)];
  if (store.database.isUnshared === false) nodes.push(await startProcess(t, { ...store.env, SVC_DATA_DIR: aside }));
  for (let left = 60_000; left > 0; left -= 200) {
    if ((await findBackupNotes(store.database, systemClock)).rehearsed !== undefined) break;
    await pause(200);
  }
  const { made, rehearsed } = await findBackupNotes(store.database, systemClock);
  assert.ok(made !== undefined && rehearsed !== undefined, nodes.map((node) => node.output()).join());
  assert.equal(readdirSync(folder).filter((name) => name.endsWith('.backup')).length, 1, 'once');
  for (const node of nodes) {
    const { body } = await node.call('GET /metrics');
    assert.match(String(body), /^iskaznica_backup_last_rehearsal_timestamp_seconds [1-9]/m);
    assert.match(String(body), /^iskaznica_journal_due_seconds 0$/m);
    assert.equal((await node.call('GET /api/site')).body.backup_days, 7);
    assert.equal((await node.stop()).code, 0);
  }
  assert.ok(readdirSync(folder).some((name) => name.startsWith('journal-')));
});

test('a schedule needs a place and a passphrase', () => {
  assert.throws(
    () => readSettings({ SVC_BACKUP_EVERY_HOURS: '24', SVC_BACKUP_DIR: '/mnt/kopije' }),
    /SVC_BACKUP_EVERY_HOURS needs SVC_BACKUP_DIR or SVC_BACKUP_URL, and SVC_BACKUP_PASSPHRASE/,
  );
});

test('superadmins are mailed once a day while the last backup or rehearsal is too old', async (t) => {
  const service = await startTestService(t, { SVC_BACKUP_DIR: '/nowhere', SVC_BACKUP_PASSPHRASE: PASSPHRASE });
  const { clock, database } = service;
  await service.addPerson({ email: 'sef@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'iva@example.hr', role: 'admin' });
  const told = async () => {
    await service.warnOfOldBackups();
    const mails = await service.mails.take();
    return mails.map(({ kind, to_address, params }) => [kind, to_address, params.made, params.rehearsed]);
  };
  assert.deepEqual(await told(), [], 'nobody is told before there could have been one');
  clock.advance(hours(35));
  assert.deepEqual(await told(), []);
  clock.advance(hours(2));
  assert.deepEqual(await told(), [['backup-too-old', 'sef@example.hr', '', '']]);
  assert.deepEqual(await told(), []);
  const at = nowOf(clock);
  await recordBackup(database, 'made', at);
  clock.advance(days(1));
  assert.deepEqual(await told(), [], 'it is made, and not to be rehearsed yet');
  await recordBackup(database, 'made', instantAt(clock.now() + days(8)));
  clock.advance(days(9));
  assert.deepEqual(
    (await told()).map(([kind, to]) => [kind, to]),
    [['backup-too-old', 'sef@example.hr']],
  );
  await recordBackup(database, 'rehearsed', nowOf(clock));
  clock.advance(days(1) - hours(1));
  assert.deepEqual(await told(), []);
});

test('create warns until it is told that the secret is saved apart', { timeout: 60_000 }, async (t) => {
  const store = await seedStore(t, { people: 1 });
  const env = { ...store.env, SVC_BACKUP_DIR: join(store.dataDir, 'kopije'), SVC_BACKUP_PASSPHRASE: PASSPHRASE };
  const warns = /cannot be used without the secret/;
  assert.match((await runCommand('backup create', env)).out, warns);
  assert.doesNotMatch((await runCommand('backup create --secret-saved', env)).out, warns);
  assert.doesNotMatch((await runCommand('backup create', env)).out, warns);
  assert.ok(existsSync(join(store.dataDir, 'kopije')));
  assert.ok(
    Math.abs(Date.parse((await findBackupNotes(store.database, systemClock)).secret_saved ?? '') - systemClock.now()) <
      60_000,
  );
});
