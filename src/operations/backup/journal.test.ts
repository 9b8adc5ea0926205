// engine: both
import assert from 'node:assert/strict';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { CALLBACK } from '../../../test/support/relying-party.ts';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { renewPasswordHash } from '../../accounts/users/changed-users-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { openService, type Service } from '../../entry/start/service.ts';
import { headsPath } from '../../platform/audit/audit-head-file.ts';
import { auditSealer } from '../../platform/audit/seal-audit.ts';
import { instantAt, nowOf, systemClock } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const PASSPHRASE = 'Vx7pQ2mLz9Kt4RbN8wYs3HcJ6gFdU5aE';

/** A service with people whose backups lie in a folder of their own. */
async function startKept(t: TestContext, now = systemClock.now()) {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-kopije-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const backups = { SVC_BACKUP_DIR: folder, SVC_BACKUP_PASSPHRASE: PASSPHRASE };
  const service = await startTestService(t, backups, { now });
  await service.addPerson({ email: 'sef@example.hr', role: 'superadmin' });
  const seal = auditSealer(service);
  const create = async () => {
    await seal();
    await service.writeJournal();
    const made = await runCommand('backup create', service.env);
    const [, path] = /^(\S+\.backup): /m.exec(made.out) ?? [];
    assert.ok(path, made.err);
    return path;
  };
  return { service, folder, create, seal };
}

/** Another machine with the secret that was saved, and nothing of the data folder but what `keeps` names. */
async function restoreElsewhere(t: TestContext, service: TestService, path: string, keeps: readonly string[] = []) {
  const store = await createTestStore();
  t.after(() => store.remove());
  for (const name of ['secret', ...keeps]) {
    const kept = join(service.dataDir, name);
    if (existsSync(kept)) copyFileSync(kept, join(store.dataDir, name));
  }
  const env = { ...service.env, ...store.env };
  const restored = await runCommand(`backup restore ${path} --by Iva`, env);
  assert.equal(restored.code, 0, restored.err);
  const again = await openService(readSettings(env), { log: pino({ level: 'silent' }) });
  t.after(() => again.close());
  return { out: restored.out, env, again, dataDir: store.dataDir };
}

async function post(service: Service, url: string, payload: object, token = '') {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const answer = await service.server.inject({ method: 'POST', url, payload, headers });
  return { status: answer.statusCode, body: answer.json() };
}

const signIn = (service: Service, email: string, password = PASSWORD) =>
  post(service, '/api/auth/login', { email, password });

async function me(service: Service, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await service.server.inject({ method: 'GET', url: '/api/auth/me', headers })).statusCode;
}

const NEW_PASSWORD = 'jugo puše od jutra';

test('after an older backup everybody stands where they stood last, on record, and the log verifies offline', {
  timeout: 180_000,
}, async (t) => {
  // Two second factors move its clock by a minute; commands have the machine's, and a lost head is older than its restore.
  const { service, create, seal, folder } = await startKept(t, systemClock.now() - seconds(75));
  const people: Record<string, number> = {};
  for (const name of ['ana', 'iva', 'eva', 'ena', 'mia', 'lea', 'ida', 'ema'])
    people[name] = (await service.addPerson({ email: `${name}@example.hr` })).id;
  const boss = await service.tokenOf('sef@example.hr');
  const tokens = { ana: await service.tokenOf('ana@example.hr'), mia: await service.tokenOf('mia@example.hr') };
  const app = authenticatorApp(t);
  const enrolled = await enrolSecondFactor(service, app, tokens.mia);
  const leaToken = await service.tokenOf('lea@example.hr');
  const kept = await enrolSecondFactor(service, app, leaToken);
  const registered = { name: 'Trgovina', kind: 'web', redirect_uris: [CALLBACK] };
  const register = async () =>
    (await service.call('POST /api/admin/applications', { token: boss, body: registered })).body.id;
  const [shop, gone] = [await register(), await register()];
  for (const id of [shop, gone]) await service.call(`POST /api/admin/applications/${id}/secret`, { token: boss });
  const before = await service.database.read.selectFrom('applications').select(['id', 'secret_digest']).execute();
  const path = await create();

  const act = async (target: string, more: { token?: string; body?: unknown } = {}) => {
    const answer = await service.call(target, { token: boss, ...more });
    assert.ok(answer.status < 300, `${target}: ${answer.text}`);
  };
  await act(`POST /api/admin/users/${people.eva}/suspend`);
  await act(`PUT /api/admin/users/${people.ena}/role`, { body: { role: 'manager' } });
  await act(`DELETE /api/admin/users/${people.ida}`);
  const change = { current_password: PASSWORD, new_password: NEW_PASSWORD };
  await act('POST /api/auth/change-password', { token: tokens.ana, body: change });
  await act('POST /api/auth/2fa/disable', { token: tokens.mia });
  const [code = ''] = kept.recoveryCodes;
  assert.equal((await service.signIn('lea@example.hr', PASSWORD, code)).status, 200);
  await act(`POST /api/admin/applications/${shop}/secret`);
  await act(`DELETE /api/admin/applications/${gone}`);
  const emaToken = await service.tokenOf('ema@example.hr');
  await act('POST /api/users/me/gdpr-erase', { token: await service.tokenOf('iva@example.hr') });
  const [request] = (await service.call('GET /api/admin/gdpr/erasure-requests', { token: boss })).body.items;
  await act(`POST /api/admin/gdpr/erasure-requests/${request.id}/approve`);
  while (!existsSync(join(service.dataDir, 'erasures.jsonl'))) {
    await runErasures(service.privacy);
    await service.database.transaction((tx) => tx.updateTable('mails').set({ state: 'sent' }).execute());
  }
  assert.equal((await service.call('POST /api/auth/logout', { token: emaToken })).status, 200);
  assert.equal((await runCommand('keys revoke signing-1 --yes', service.env)).code, 0);
  await service.keys.reload();
  await seal();
  await service.writeJournal();
  const journal = readdirSync(folder).find((name) => name.startsWith('journal-')) ?? '';
  assert.equal(
    readFileSync(join(folder, journal), 'utf8'),
    readFileSync(join(service.dataDir, 'journal.jsonl'), 'utf8'),
  );
  for (const secret of ['@example.hr', enrolled.secret, kept.secret, code, PASSWORD, NEW_PASSWORD])
    assert.ok(!readFileSync(join(folder, journal), 'utf8').includes(secret), 'no secret and nobody is in the journal');

  const { out, again, env, dataDir } = await restoreElsewhere(t, service, path, ['audit-heads.jsonl']);
  assert.match(out, /\nPeople and applications brought to their latest state by the journal: 10\.\n/);
  assert.match(out, /\nThe key signing-1 was revoked again\.\n/);
  assert.doesNotMatch(out, /missing|NOT brought/);
  assert.equal((await signIn(again, 'eva@example.hr')).body.code, 'account.suspended');
  assert.equal((await signIn(again, 'iva@example.hr')).status, 401, 'erased');
  assert.equal((await signIn(again, 'ida@example.hr')).status, 401, 'deleted');
  assert.equal((await signIn(again, 'ena@example.hr')).body.user.role, 'manager');
  for (const token of [boss, tokens.ana, emaToken]) assert.equal(await me(again, token), 401, 'what was ended');
  for (const password of [PASSWORD, NEW_PASSWORD])
    assert.equal((await signIn(again, 'ana@example.hr', password)).status, 401, 'neither is known to be hers');
  assert.equal((await signIn(again, 'mia@example.hr')).status, 200, 'her second factor is gone');
  const lea = { email: 'lea@example.hr', password: PASSWORD };
  assert.equal((await signIn(again, 'lea@example.hr')).body.detail, '2FA_REQUIRED');
  assert.equal((await post(again, '/api/auth/login', { ...lea, totp: code })).status, 401, 'a spent code');
  const [, second = ''] = kept.recoveryCodes;
  assert.equal((await post(again, '/api/auth/login', { ...lea, totp: second })).status, 200, 'an unspent one');
  const apps = await again.database.read.selectFrom('applications').selectAll().execute();
  const last = await service.database.read.selectFrom('applications').selectAll().execute();
  const digestOf = (rows: typeof before, id: string) => rows.find((row) => row.id === id)?.secret_digest;
  assert.equal(digestOf(apps, shop), digestOf(last, shop), 'the new secret opens');
  assert.notEqual(digestOf(apps, shop), digestOf(before, shop));
  assert.deepEqual(
    apps.filter(({ id }) => id === gone).map(({ secret_digest, ends_at }) => [secret_digest, ends_at !== null]),
    [[null, true]],
  );

  // She gets a new password by mail.
  const forgot = await again.server.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: { email: 'ana@example.hr' },
  });
  const { reset_token: token } = forgot.json();
  const reset = await post(again, '/api/auth/reset-password', { token, new_password: NEW_PASSWORD });
  assert.equal(reset.status, 200);
  assert.equal((await signIn(again, 'ana@example.hr', NEW_PASSWORD)).status, 200);

  const records = await again.database.read
    .selectFrom('audit_records')
    .select(['user_id', 'meta'])
    .where('action', '=', 'backup.reapply')
    .orderBy('id')
    .execute();
  const did = records.map(({ user_id, meta }) => [user_id, ...((JSON.parse(meta).did ?? []) as string[])]);
  const expected = [
    [people.eva, 'status_suspended'],
    [people.ena, 'role'],
    [people.ida, 'status_deleted'],
    [people.iva], // the record stays, what it says goes with the person
    [people.ana, 'password'],
    [people.mia, 'factor_removed'],
    [people.lea, 'factor'],
    [null, 'application_secret'],
    [null, 'application_secret', 'application_end'],
  ];
  assert.deepEqual(new Set(did.map(String)), new Set(expected.map(String)));

  await auditSealer({ ...again, clock: systemClock })();
  const exported = await runCommand('audit export', env);
  const [log, keys] = [join(dataDir, 'log.jsonl'), join(dataDir, 'jwks.json')];
  writeFileSync(log, exported.out);
  writeFileSync(keys, (await again.server.inject({ method: 'GET', url: '/.well-known/jwks.json' })).body);
  const offline = await runCommand(`audit verify --file ${log} --keys ${keys} --heads ${headsPath(dataDir)}`, {});
  assert.equal(offline.code, 0, offline.out + offline.err);
  assert.match(offline.out, /a backup was restored by Iva/);
  const [mine, theirs] = [service.keys.signing().kid, again.keys.signing().kid];
  assert.notEqual(mine, theirs, 'the key made here and the one made there have two names');
  assert.match(
    offline.out,
    new RegExp(`^note: [1-9]\\d* heads that were kept are signed by ${mine}, a key that was lost`, 'm'),
  );
  const [head = ''] = readFileSync(headsPath(dataDir), 'utf8').split('\n');
  const younger = {
    ...JSON.parse(head),
    kid: 'signing-0123456789',
    signed_at: instantAt(systemClock.now() + seconds(60)),
  };
  writeFileSync(join(dataDir, 'kept.jsonl'), `${JSON.stringify(younger)}\n`);
  const stranger = await runCommand(
    `audit verify --file ${log} --keys ${keys} --heads ${join(dataDir, 'kept.jsonl')}`,
    {},
  );
  assert.equal(stranger.code, 1, 'no restore explains a key that signed after it');
  assert.match(stranger.out, /^the head at \d+ is signed by an unknown key, signing-0123456789$/m);
});

test('who is new after a restore gets a number that nobody ever had', { timeout: 60_000 }, async (t) => {
  const { service, create } = await startKept(t);
  const path = await create();
  const lost = await service.addPerson({ email: 'lana@example.hr' });
  const { again } = await restoreElsewhere(t, service, path);
  assert.equal((await signIn(again, 'lana@example.hr')).status, 401, 'she came after the backup');
  const boss = (await signIn(again, 'sef@example.hr')).body.access_token;
  const { body: tenant } = await post(again, '/api/admin/tenants', { name: 'Drugi klub' }, boss);
  const person = { email: 'nova@example.hr', ime: 'Nova', prezime: 'Osoba', role: 'member' };
  const made = await post(again, '/api/admin/users', { ...person, tenant_id: tenant.id }, boss);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  // Applications know people by this number: `sub`.
  assert.ok(made.body.id > lost.id, `${made.body.id} after ${lost.id}`);
  assert.ok(Number.isSafeInteger(made.body.id));
});

test('a change reaches the backups though the target was away, and the journal says where it ends', {
  timeout: 120_000,
}, async (t) => {
  const { service, create, seal, folder } = await startKept(t);
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const other = await service.addPerson({ email: 'iva@example.hr' });
  const boss = await service.tokenOf('sef@example.hr');
  const path = await create();
  const due = () => service.database.read.selectFrom('last_words_due').selectAll().execute();
  const renew = (from: string, to: string) =>
    service.database.transaction((tx) => renewPasswordHash(tx, id, from, to, nowOf(service.clock)));
  const { password_hash: hash } = await service.database.read
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await renew(hash ?? '', 'of a higher cost');
  service.clock.advance(1);
  await renew('of a higher cost', hash ?? '');
  const [copy = ''] = readdirSync(folder).filter((name) => name.startsWith('journal-'));
  assert.deepEqual(await due(), []);
  await service.call(`POST /api/admin/users/${id}/suspend`, { token: boss });
  assert.deepEqual(
    (await due()).map(({ kind, key }) => [kind, key]),
    [['standing', String(id)]],
  );
  renameSync(folder, `${folder}-away`);
  writeFileSync(folder, 'a share that is not mounted');
  await assert.rejects(service.writeJournal());
  assert.equal((await due()).length, 1, 'a change waits until it is beside the backups too');
  rmSync(folder);
  renameSync(`${folder}-away`, folder);
  rmSync(join(folder, copy));
  await service.writeJournal();
  assert.deepEqual(await due(), []);
  assert.match(readFileSync(join(folder, copy), 'utf8'), /"suspended"/, 'it was written anew');

  // A crash left half a line, somebody changed one: what is before it holds, and it is said.
  const local = join(service.dataDir, 'journal.jsonl');
  appendFileSync(join(folder, copy), '{"entry":{"kind":"stan');
  const torn = await restoreElsewhere(t, service, path);
  assert.equal((await signIn(torn.again, 'ana@example.hr')).body.code, 'account.suspended');
  assert.doesNotMatch(torn.out, /missing|damaged/);
  const forged = readFileSync(local, 'utf8').replace('"role":"member"', '"role":"superadmin"');
  assert.notEqual(forged, readFileSync(local, 'utf8'));
  writeFileSync(join(folder, copy), forged);
  const lied = await restoreElsewhere(t, service, path);
  assert.match(lied.out, /is damaged, or not of this service, from line \d+ on: that part is left out\./);
  assert.match(lied.out, /The journal is missing from \S+Z on/);
  const back = await signIn(lied.again, 'ana@example.hr');
  assert.deepEqual([back.status, back.body.user?.role], [200, 'member']);

  // Without one the restore says from when on nothing is known.
  rmSync(join(folder, copy));
  const without = await restoreElsewhere(t, service, path);
  assert.match(without.out, /The journal is missing from \S+Z on: whatever changed after that/);

  // One that ends before the last seal says so.
  writeFileSync(join(folder, copy), readFileSync(local));
  service.clock.advance(600_000);
  await service.call(`POST /api/admin/users/${other.id}/suspend`, { token: await service.tokenOf('sef@example.hr') });
  await seal();
  const early = await restoreElsewhere(t, service, path, ['audit-heads.jsonl']);
  assert.match(early.out, /The journal is missing from \S+Z on/);
  assert.equal(
    (await signIn(early.again, 'ana@example.hr')).body.code,
    'account.suspended',
    'what it knows it applies',
  );
});
