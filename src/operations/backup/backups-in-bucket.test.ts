import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { refusing, startBucketServer } from '../../../test/support/bucket-server.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { openService } from '../../entry/start/service.ts';
import { auditSealer } from '../../platform/audit/seal-audit.ts';
import { systemClock } from '../../platform/kernel/clock.ts';
import { bucketTarget } from './backups-in-bucket.ts';

const PASSPHRASE = 'Vx7pQ2mLz9Kt4RbN8wYs3HcJ6gFdU5aE';
const NAME = 'iskaznica-2026-11-23T05-50-00-000Z.backup';
const PART = 300_000;

const isJournal = ({ key }: { key: string }) => key.includes('journal-');

async function startKept(t: TestContext) {
  const bucket = await startBucketServer(t);
  const env = { ...bucket.backupEnv(), SVC_BACKUP_PASSPHRASE: PASSPHRASE, SVC_BACKUP_KEEP: '2' };
  const service = await startTestService(t, env, { now: systemClock.now() });
  await service.addPerson({ email: 'sef@example.hr', role: 'superadmin' });
  const keys = (begin: string) => [...bucket.objects.keys()].filter((key) => key.startsWith(`kopije/${begin}`)).sort();
  return { bucket, service, keys };
}

/** Another machine with the secret that was saved, and nothing else. */
async function otherMachine(t: TestContext, service: TestService) {
  const store = await createTestStore();
  t.after(() => store.remove());
  const saved = join(service.dataDir, 'secret');
  if (existsSync(saved)) copyFileSync(saved, join(store.dataDir, 'secret'));
  return { ...service.env, ...store.env };
}

test('backups and journals lie in a bucket: made, listed, verified, rehearsed, pruned, and restored elsewhere', {
  timeout: 120_000,
}, async (t) => {
  const { bucket, service, keys } = await startKept(t);
  const run = (words: string, env = service.env) => runCommand(words, env);
  const examined = async () =>
    (await run('doctor')).out
      .split('\n')
      .filter((line) => / backups /.test(line))
      .join('\n');
  assert.match(await examined(), /^warn +backups +there is none in s3:\/\/datoteke\/kopije\/ yet/);
  const person = await service.addPerson({ email: 'ana@example.hr' });
  await auditSealer(service)();
  await service.writeJournal();
  const first = await run('backup create --secret-saved');
  assert.equal(first.code, 0, first.err);
  const [, address = '', name = ''] =
    /^(s3:\/\/datoteke\/kopije\/(\S+\.backup)): .* read back whole\. Signed by [0-9a-f]{64}\.$/m.exec(first.out) ?? [];
  for (const given of [address, name]) assert.match((await run(`backup verify ${given}`)).out, /^Whole: made /m);
  assert.match((await run('backup list')).out, new RegExp(`^${name} +\\d\\.\\d MB`, 'm'));
  const rehearsed = await run('backup rehearse');
  assert.match(rehearsed.out, /can be restored: people: 2,/, rehearsed.err);
  assert.match(await examined(), new RegExp(`^ok +backups +${name} in s3://datoteke/kopije/\nok +backups +rehearsed`));

  // What came after it: told by the pieces of the journal.
  const boss = await service.tokenOf('sef@example.hr');
  const pieces = keys('journal-').length;
  assert.equal((await service.call(`POST /api/admin/users/${person.id}/suspend`, { token: boss })).status, 200);
  await service.writeJournal();
  assert.ok(keys('journal-').length > pieces, 'a new piece, and not the whole again');
  bucket.fault = refusing(isJournal, 403, 'AccessDenied');
  assert.equal((await service.call(`POST /api/admin/users/${person.id}/unsuspend`, { token: boss })).status, 200);
  await assert.rejects(service.writeJournal(), /403 AccessDenied/);
  bucket.fault = undefined;
  assert.equal((await service.call(`POST /api/admin/users/${person.id}/suspend`, { token: boss })).status, 200);
  await service.writeJournal();
  assert.equal(keys('journal-').length, 1, 'what nobody knows the end of begins anew');

  const other = await otherMachine(t, service);
  const away = await (async () => {
    await bucket.away();
    const refused = await run(`backup restore ${address}`, other);
    await bucket.back();
    return refused;
  })();
  assert.match(away.err, /s3:\/\/datoteke\/.*ECONN/);
  const restored = await run(`backup restore ${address} --by Iva`, other);
  assert.equal(restored.code, 0, restored.err);
  assert.match(restored.out, /^People and applications brought to their latest state by the journal: 1\.$/m);
  assert.doesNotMatch(restored.out, /missing|damaged/);
  const again = await openService(readSettings(other), { log: pino({ level: 'silent' }) });
  t.after(() => again.close());
  const payload = { email: 'ana@example.hr', password: PASSWORD };
  const signIn = await again.server.inject({ method: 'POST', url: '/api/auth/login', payload });
  assert.equal(signIn.json().code, 'account.suspended');

  for (let more = 0; more < 2; more++) assert.equal((await run('backup create')).code, 0);
  assert.equal(keys('iskaznica-').length, 2);
  assert.ok(!keys('iskaznica-').includes(`kopije/${name}`), 'the oldest goes');
  bucket.fault = refusing(() => true, 403, 'AccessDenied');
  assert.match(await examined(), /^WRONG +backups .*403 AccessDenied/);
});

test('a restore that cannot read the journals changes nothing', async (t) => {
  const { bucket, service, keys } = await startKept(t);
  await auditSealer(service)();
  await service.addPerson({ email: 'ana@example.hr' });
  await service.writeJournal();
  assert.ok(keys('journal-').length > 0);
  assert.equal((await runCommand('backup create', service.env)).code, 0);
  const other = await otherMachine(t, service);
  bucket.fault = refusing(isJournal, 403, 'AccessDenied');
  const [name = ''] = keys('iskaznica-').map((key) => key.slice('kopije/'.length));
  const refused = await runCommand(`backup restore ${name}`, other);
  assert.deepEqual([refused.code, /403 AccessDenied/.test(refused.err)], [1, true], refused.err);
  bucket.fault = undefined;
  const restored = await runCommand(`backup restore ${name}`, other);
  assert.equal(restored.code, 0, restored.err);
});

/** A target with small parts. */
async function openTarget(t: TestContext) {
  const bucket = await startBucketServer(t);
  const scratch = mkdtempSync(join(tmpdir(), 'iskaznica-test-'));
  t.after(() => rmSync(scratch, { recursive: true }));
  const target = bucketTarget(readSettings({ SVC_DATA_DIR: scratch, ...bucket.backupEnv() }), PART);
  const content = randomBytes(1_000_000);
  const make = (check = async () => {}) =>
    target.make(NAME, {
      scratch,
      write: async (write) => {
        for (let at = 0; at < content.length; at += 70_001) await write(content.subarray(at, at + 70_001));
      },
      check,
    });
  const read = async () => {
    const pieces: Buffer[] = [];
    const made = await target.open(NAME);
    for await (const piece of made.bytes(0, made.size - 1)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return { bucket, target, scratch, content, make, read };
}

test('a large one goes up in parts, of which this node holds one at a time', async (t) => {
  const { bucket, target, scratch, content, make, read } = await openTarget(t);
  const held: number[] = [];
  bucket.fault = () => {
    held.push(readdirSync(scratch).length);
    return undefined;
  };
  await make();
  assert.equal(bucket.requests.filter((one) => one === `PUT kopije/${NAME}`).length, 4);
  assert.deepEqual([Math.max(...held), bucket.uploads.size], [1, 0]);
  assert.deepEqual(await target.list(), [{ name: NAME, bytes: content.length }]);
  assert.ok((await read()).equals(content));
});

test('nothing appears before its last part, and what is left of it goes', async (t) => {
  const { bucket, target, make } = await openTarget(t);
  let taken = 0;
  bucket.fault = refusing(({ method }) => method === 'PUT' && ++taken > 2, 507, 'InsufficientStorage');
  await assert.rejects(make(), /507 InsufficientStorage/);
  assert.deepEqual([await target.list(), bucket.uploads.size], [[], 0]);
  // As a killed run leaves it, beside somebody else's.
  bucket.uploads.set('left', { key: 'kopije/iskaznica-2026-01-01T00-00-00-000Z.backup', parts: new Map() });
  bucket.uploads.set('foreign', { key: 'drugo/film.mkv', parts: new Map() });
  bucket.fault = undefined;
  await make();
  assert.deepEqual([...bucket.uploads.keys()], ['foreign']);
});

test('one that cannot be read back is not kept', async (t) => {
  const { target, make } = await openTarget(t);
  await assert.rejects(
    make(async () => {
      throw new Error('it is damaged');
    }),
    /it is damaged/,
  );
  assert.deepEqual(await target.list(), []);
});

test('a connection that breaks while one is read is followed by the next', async (t) => {
  const { bucket, content, make, read } = await openTarget(t);
  await make();
  let broken = 0;
  bucket.fault = ({ method, key }, response) => {
    if (method !== 'GET' || !key.endsWith(NAME) || ++broken !== 2) return undefined;
    response.writeHead(206, {
      'content-length': content.length,
      'content-range': `bytes 0-${content.length - 1}/${content.length}`,
    });
    response.write(content.subarray(0, 400_000), () => response.destroy());
    return 'faulty';
  };
  assert.ok((await read()).equals(content));
  assert.equal(broken, 3);
});
