// engine: both
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { runCommand } from '../../../test/support/operator-command.ts';
import { PROCESS_PASSWORD, seedStore } from '../../../test/support/seeded-store.ts';
import { mountSmallDisk } from '../../../test/support/small-disk.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { openService, type Service } from '../../entry/start/service.ts';
import { headFile, headsPath } from '../../platform/audit/audit-head-file.ts';
import { auditSealer } from '../../platform/audit/seal-audit.ts';
import { verifyAudit } from '../../platform/audit/verify-audit.ts';
import { nowOf, systemClock } from '../../platform/kernel/clock.ts';
import { ledgerPath } from '../../privacy/personal-data/erasure-ledger.ts';
import { replayErasures } from '../../privacy/personal-data/replay-erasures.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const COMMAND = join(import.meta.dirname, '../../../bin/iskaznica.js');
const PASSPHRASE = 'Vx7pQ2mLz9Kt4RbN8wYs3HcJ6gFdU5aE';

const sealOf = (service: Service) => auditSealer({ ...service, clock: systemClock, heads: service.heads });

const post = async (service: Service, url: string, payload: object, token = '') => {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const answer = await service.server.inject({ method: 'POST', url, payload, headers });
  return { status: answer.statusCode, body: answer.json() };
};

const signIn = (service: Service, email: string) =>
  post(service, '/api/auth/login', { email, password: PROCESS_PASSWORD });

const me = async (service: Service, token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await service.server.inject({ method: 'GET', url: '/api/auth/me', headers });
  return { status: answer.statusCode, body: answer.json() };
};

/** A store with people and a file, and the settings that its backups need. */
async function startKept(t: TestContext) {
  const store = await seedStore(t, { people: 3 });
  const folder = join(store.dataDir, 'kopije');
  const env = { ...store.env, SVC_BACKUP_DIR: folder, SVC_BACKUP_PASSPHRASE: PASSPHRASE };
  const documents = join(store.dataDir, 'files', 'documents');
  mkdirSync(documents, { recursive: true });
  writeFileSync(join(documents, 'statut.pdf'), Buffer.alloc(3_000_000, 'PDF'));
  writeFileSync(join(documents, 'half.part'), 'a partial backup');
  await sealOf(store.service)();
  const create = async (more: Record<string, string> = {}) => {
    const made = await runCommand('backup create', { ...env, ...more });
    const [, path = ''] = /^(\S+\.backup): /m.exec(made.out) ?? [];
    return { ...made, path };
  };
  return { ...store, env, folder, create };
}

/** Another machine: an empty store, with the secret that was saved. */
async function otherMachine(t: TestContext, { env, dataDir }: { env: Record<string, string>; dataDir: string }) {
  const store = await createTestStore();
  t.after(() => store.remove());
  const other = { ...env, ...store.env };
  const saved = join(dataDir, 'secret');
  if (existsSync(saved)) copyFileSync(saved, join(store.dataDir, 'secret'));
  const open = async () => {
    const service = await openService(readSettings(other), { log: pino({ level: 'silent' }) });
    t.after(() => service.close());
    return service;
  };
  return { env: other, dataDir: store.dataDir, open };
}

test('a backup restored on another machine: what was ended stays ended, the erased are gone, the log seals on', {
  timeout: 120_000,
}, async (t) => {
  const kept = await startKept(t);
  const { service, emails, dataDir } = kept;
  const [ana = '', iva = '', eva = ''] = emails;
  const token = (await signIn(service, ana)).body.access_token;
  const made = await kept.create();
  assert.equal(made.code, 0, made.err);
  assert.match(
    made.out,
    /entries, .* MB, read back whole\. Signed by [0-9a-f]{64}\.\nThe backup cannot be used without the secret/,
  );

  // Since the backup: a sign-in ends, somebody is erased, and the log goes on.
  assert.equal((await post(service, '/api/auth/logout', {}, token)).status, 200);
  const erased = await findAccountByEmail(service.database.read, iva);
  assert.ok(erased);
  const at = nowOf(systemClock);
  const entry = { request_id: 1, user_id: erased.id, user_created_at: erased.created_at, erased_at: at };
  await replayErasures(service.privacy, [entry]);
  while (!existsSync(ledgerPath(dataDir))) await runErasures(service.privacy);
  await signIn(service, eva);
  await sealOf(service)();
  const ahead = headFile(dataDir).newest();

  const other = await otherMachine(t, kept);
  copyFileSync(ledgerPath(dataDir), ledgerPath(other.dataDir)); // the ledger is kept apart from backups
  copyFileSync(headsPath(dataDir), headsPath(other.dataDir)); // and so are heads
  const restored = await runCommand(`backup restore ${made.path} --by Iva`, other.env);
  assert.equal(restored.code, 0, restored.err);
  assert.match(restored.out, /Restored as of .* Sign-ins and links ended: [1-9]\d*\. Erasures repeated: 1\./);
  assert.match(restored.out, new RegExp(`records up to ${ahead?.seq} are lost`));

  const again = await other.open();
  assert.equal((await me(again, token)).status, 401, 'a sign-in of the backup opens nothing');
  assert.equal((await signIn(again, iva)).status, 401, 'the erased person is unknown');
  assert.equal((await findAccountByEmail(again.database.read, iva)) === undefined, true);
  const files = join(other.dataDir, 'files', 'documents');
  assert.deepEqual(readdirSync(files), ['statut.pdf']);
  assert.deepEqual(readFileSync(join(files, 'statut.pdf')), Buffer.alloc(3_000_000, 'PDF'));

  // The log goes on, and tells the restore: in the database, and without it.
  const before = headFile(other.dataDir).newest()?.seq ?? 0;
  assert.equal((await signIn(again, ana)).status, 200);
  assert.deepEqual(Object.keys((await sealOf(again)()) ?? {}), ['sealed']);
  assert.ok((headFile(other.dataDir).newest()?.seq ?? 0) > before);
  const report = await verifyAudit({ ...again, clock: systemClock, heads: again.heads });
  assert.deepEqual(report.problems, []);
  const [broken] = report.breaks;
  assert.deepEqual([broken?.kind, broken?.by, broken?.lost_seq], ['restore', 'Iva', ahead?.seq]);
  const records = await again.database.read
    .selectFrom('audit_records')
    .select('meta')
    .where('action', '=', 'backup.restore')
    .execute();
  assert.deepEqual(
    records.map(({ meta }) => JSON.parse(meta).by),
    ['Iva'],
  );
  const exported = await runCommand('audit export', other.env);
  const [log, keys] = [join(other.dataDir, 'log.jsonl'), join(other.dataDir, 'jwks.json')];
  writeFileSync(log, exported.out);
  const set = await again.server.inject({ method: 'GET', url: '/.well-known/jwks.json' });
  writeFileSync(keys, set.body);
  const offline = await runCommand(`audit verify --file ${log} --keys ${keys} --heads ${headsPath(dataDir)}`, {});
  assert.equal(offline.code, 0, offline.out + offline.err);
  assert.match(
    offline.out,
    /note: .*: a backup was restored by Iva\. The log goes on after seal \d+; .*, and [1-9]\d* of those kept/,
  );
  // Without the signed record of the restore the same heads show a log that was cut.
  writeFileSync(log, exported.out.replace(/^\{"kind":"restore".*\n|^.*"kind":"restore".*\n/m, ''));
  const cut = await runCommand(`audit verify --file ${log} --keys ${keys} --heads ${headsPath(dataDir)}`, {});
  assert.equal(cut.code, 1);
  const forged = exported.out.replace('"by":"Iva"', '"by":"Ana"');
  writeFileSync(log, forged);
  const offlineForged = await runCommand(`audit verify --file ${log} --keys ${keys} --heads ${headsPath(dataDir)}`, {});
  assert.match(offlineForged.out, /the restore at \d+ does not fit its signature/);
});

// The format is the same on both engines.
if (testEngine === 'sqlite')
  test('every flipped bit and every cut is found, and told where', { timeout: 120_000 }, flipAndCut);

async function flipAndCut(t: TestContext): Promise<void> {
  const { create, env, folder } = await startKept(t);
  const { path } = await create();
  const whole = readFileSync(path);
  const bad = join(folder, 'bad');
  const verify = async (bytes: Buffer) => {
    writeFileSync(bad, bytes);
    return runCommand(`backup verify ${bad}`, env);
  };
  assert.match(
    (await verify(whole)).out,
    /^Whole: made .* entries, .* audit chain up to [1-9]\d*\.\nMade by this service: .* signing-1, [0-9a-f]{64}\.\n$/,
  );
  for (let fault = 0; fault < 24; fault++) {
    const bytes = Buffer.from(whole);
    const at = Math.floor((fault * (whole.length - 1)) / 23);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (fault % 8));
    const { code, err } = await verify(bytes);
    assert.equal(code, 1, `byte ${at}`);
    assert.match(err, /bad cannot be used: (it is (damaged|no backup)|its head is damaged|the passphrase is wrong)/);
  }
  const middle = Buffer.from(whole);
  middle[2_000_000] = (middle[2_000_000] ?? 0) ^ 1;
  assert.match((await verify(middle)).err, /it is damaged at bytes \d+ to \d+, in files\/documents\/statut\.pdf\.$/m);
  for (const length of [whole.length - 1, 2_000_000, 1_048_576 + 400, 300, 10, 0])
    assert.equal((await verify(whole.subarray(0, length))).code, 1, `${length} bytes`);
  assert.match((await verify(Buffer.concat([whole, whole.subarray(-40)]))).err, /damaged/);
  const other = { ...env, SVC_BACKUP_PASSPHRASE: `${PASSPHRASE}-druga` };
  assert.match((await runCommand(`backup verify ${path}`, other)).err, /the passphrase is wrong/);
  const text = whole.toString('latin1');
  for (const secret of ['osoba0@example.hr', 'PDFPDFPDF']) assert.ok(!text.includes(secret));
}

test('a backup that fails leaves the ones before it, and no partial one', { timeout: 120_000 }, async (t) => {
  const { create, env, folder, dataDir } = await startKept(t);
  const disk = mountSmallDisk(t, 8);
  if (disk === undefined) return t.skip('this user may not mount a disk');
  const first = await create({ SVC_BACKUP_DIR: disk.path });
  assert.equal(first.code, 0, first.err);
  disk.fill();
  const full = await create({ SVC_BACKUP_DIR: disk.path, SVC_BACKUP_KEEP: '1' });
  assert.equal(full.code, 1);
  assert.match(full.err, /ENOSPC/);
  disk.free();
  assert.deepEqual(readdirSync(disk.path), [first.path.slice(disk.path.length + 1)]);
  assert.equal((await runCommand(`backup verify ${first.path}`, env)).code, 0);
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('scratch-')),
    [],
  );
  assert.equal(existsSync(folder), false);
  // Only what has been read back lets the oldest go.
  const second = await create({ SVC_BACKUP_DIR: disk.path, SVC_BACKUP_KEEP: '1' });
  assert.equal(second.code, 0, second.err);
  assert.deepEqual(readdirSync(disk.path), [second.path.slice(disk.path.length + 1)]);
  assert.equal(statSync(second.path).mode & 0o077, 0, 'for its owner alone');
});

test('heads and erasures that are noted while a backup is made do not fail it', { timeout: 60_000 }, async (t) => {
  const { create, dataDir } = await startKept(t);
  const path = headsPath(dataDir);
  const line = readFileSync(path, 'utf8');
  let isMade = false;
  const appending = (async () => {
    for (; !isMade; await nextTurn()) appendFileSync(path, line);
  })();
  const made = await create();
  isMade = true;
  await appending;
  assert.equal(made.code, 0, made.err);
});

/** All but locks, which stay. */
const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.endsWith('.lock'))
    .sort();

test('restore refuses what it could not finish, and changes nothing', { timeout: 60_000 }, async (t) => {
  const kept = await startKept(t);
  const { path } = await kept.create();
  const here = await runCommand(`backup restore ${path}`, kept.env);
  assert.equal(here.code, 1);
  assert.match(here.err, /There is a database in .* With --replace it is moved|The database is not empty/);
  const other = await otherMachine(t, kept);
  const wrong = { ...other.env, SVC_SECRET: 'qP8zR2vNw6Yx4LmT9bKd3HsJ7gFcU5aE' };
  const refused = await runCommand(`backup restore ${path}`, wrong);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /the secret here did not sign it/);
  if (kept.database.engine !== 'sqlite') return;
  assert.equal(existsSync(join(other.dataDir, 'iskaznica.db')), false);
  const none = await createTestStore('sqlite');
  t.after(() => none.remove());
  const secretless = await runCommand(`backup restore ${path}`, { ...kept.env, ...none.env });
  assert.match(secretless.err, /There is no secret here/);
  assert.deepEqual(namesIn(none.dataDir), []);
});

test('a rehearsal restores aside, says what it found, and leaves nothing', { timeout: 60_000 }, async (t) => {
  const kept = await startKept(t);
  await signIn(kept.service, kept.emails[0] ?? '');
  await kept.create();
  const before = namesIn(kept.dataDir);
  const heads = readFileSync(headsPath(kept.dataDir), 'utf8');
  const rehearsed = await runCommand('backup rehearse', kept.env);
  assert.equal(rehearsed.code, 0, rehearsed.err);
  assert.match(
    rehearsed.out,
    /can be restored: people: 3, sealed records: [1-9]\d*, sign-ins and links ended: [1-9]\d*, erasures repeated: 0/,
  );
  assert.deepEqual(namesIn(kept.dataDir), before);
  assert.equal(readFileSync(headsPath(kept.dataDir), 'utf8'), heads, 'the real chain knows nothing of it');
  const listed = await runCommand('backup list', kept.env);
  assert.match(listed.out, /^iskaznica-\S+\.backup +\d+\.\d MB +(sqlite|postgres), by \d/m);
  const service = await openService(readSettings(kept.env), { log: pino({ level: 'silent' }) });
  t.after(() => service.close());
  const figures = await service.figures.all();
  for (const name of ['iskaznica_backup_last_success', 'iskaznica_backup_last_rehearsal']) {
    const figure = figures.find((one) => one.name === `${name}_timestamp_seconds`);
    assert.ok(Math.abs((figure?.samples[0]?.value ?? 0) - systemClock.now() / 1000) < 120, name);
  }
});

test('a person of the backup is the same person after it', async (t) => {
  const kept = await startKept(t);
  const { path } = await kept.create();
  const other = await otherMachine(t, kept);
  assert.equal((await runCommand(`backup restore ${path}`, other.env)).code, 0);
  const again = await other.open();
  const login = await signIn(again, kept.emails[1] ?? '');
  assert.equal(login.status, 200);
  assert.equal(login.body.user.id, (await findAccountByEmail(kept.database.read, kept.emails[1] ?? ''))?.id);
});

test('a backup that is killed at any moment leaves the ones before it, and the next one cleans up', {
  timeout: 120_000,
}, async (t) => {
  const { create, env, folder, dataDir } = await startKept(t);
  const first = await create();
  for (let round = 1; round <= 6; round++) {
    const child = spawn(process.execPath, [COMMAND, 'backup', 'create'], { env: { PATH: '/usr/bin:/bin', ...env } });
    const ended = once(child, 'exit');
    await pause(round * 150);
    child.kill('SIGKILL');
    await ended;
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.backup')))
      assert.equal((await runCommand(`backup verify ${join(folder, name)}`, env)).code, 0, name);
    assert.ok(existsSync(first.path));
  }
  assert.equal((await create()).code, 0);
  const left = [...readdirSync(folder), ...readdirSync(dataDir)];
  assert.deepEqual(
    left.filter((name) => name.endsWith('.part') || name.startsWith('scratch-')),
    [],
  );
});
