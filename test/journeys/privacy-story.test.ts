import assert from 'node:assert/strict';
import { createPublicKey, hash, verify, type webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { ApiError } from '../../client/api-error.ts';
import { type Client, createClient } from '../../client/iskaznica-client.ts';
import { auditSealer } from '../../src/platform/audit/seal-audit.ts';
import { minutes } from '../../src/platform/kernel/durations.ts';
import { runErasures } from '../../src/privacy/personal-data/run-erasures.ts';
import { picture } from '../support/avatar-fixture.ts';
import { dumpTables, findLeftBehind } from '../support/left-behind.ts';
import { readMails } from '../support/mail-box.ts';
import { runCommand } from '../support/operator-command.ts';
import { type PlainBrowser, plainBrowser } from '../support/plain-browser.ts';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.ts';

const FIRST = 'vesna.prva@example.hr';
const SECOND = 'vesna.druga@example.hr';
const CHOSEN = 'burno more stoji';
const VESNA = { ime: 'Vesnarka', prezime: 'Oznaković', telefon: '+385 91 555 0199', oib: '69435151530' } as const;
const HERE = { userAgent: 'VesnaBrowser/1.0', from: '10.77.66.55' };
const OWN = [FIRST, SECOND, ...Object.values(VESNA), HERE.userAgent, HERE.from];

const MARKO = { email: 'marko.drugi@example.hr', ime: 'Markoslav', prezime: 'Drugić' } as const;
const HIS = { telefon: '+385 98 765 4321', oib: '94577403194' } as const;
const THERE = { userAgent: 'MarkoBrowser/2.0', from: '10.88.44.33' };
const OTHERS = [...Object.values(MARKO), ...Object.values(HIS), THERE.userAgent, THERE.from];

const ADMIN = {
  email: 'petra.upraviteljica@example.hr',
  ime: 'Petrunjela',
  prezime: 'Upravić',
  role: 'admin',
} as const;
const OFFICE = { userAgent: 'OfficeBrowser/3.0', from: '10.55.22.11' };
const STAFF = [ADMIN.email, ADMIN.ime, ADMIN.prezime, OFFICE.userAgent, OFFICE.from];

/** A row about an existing user: none of it may be stored. */
const SKIPPED = ['Uvezenka', '+385 95 444 0188'];

interface Surroundings {
  readonly service: TestService;
  readonly log: readonly string[];
  readonly seal: () => Promise<unknown>;
  /** Each person has a browser of their own, with the client in it. */
  visit(from: { userAgent: string; from: string }): { client: Client; browser: PlainBrowser };
}

async function open(t: TestContext): Promise<Surroundings> {
  const log: string[] = [];
  // The maximum of these settings.
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  const service = await startTestService(t, { SVC_TRUSTED_PROXIES: '127.0.0.1' }, { log: logger });
  await service.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.server.address() as AddressInfo;
  const visit: Surroundings['visit'] = (from) => {
    const browser = plainBrowser(from);
    const parts = { baseUrl: `http://127.0.0.1:${port}`, fetch: browser.fetch, now: service.clock.now };
    return { client: createClient(parts), browser };
  };
  return { service, log, visit, seal: auditSealer(service) };
}

test("one person's data, from a guest's visit to the certificate of erasure", {
  timeout: 120_000,
}, async (t) => {
  const { service, log, visit, seal } = await open(t);
  await service.addPerson(ADMIN);
  await service.addPerson({ role: 'superadmin', email: 'nada@example.hr' });
  await service.addPerson({ ...MARKO, ...HIS });
  const office = visit(OFFICE).client;
  await office.signIn({ email: ADMIN.email, password: PASSWORD });
  const marko = visit(THERE).client;
  await marko.signIn({ email: MARKO.email, password: PASSWORD });
  await marko.call('POST /api/gdpr/consent', { policy_version: '1', categories: { necessary: true } });

  const { client: vesna, browser } = visit(HERE);
  const consent = { policy_version: '1', categories: { necessary: true as const, statistics: true } };
  await vesna.open.call('POST /api/gdpr/consent', consent);
  const guest = hash('sha256', browser.cookie('svc_guest') ?? '', 'base64url');
  const invited = await office.call('POST /api/admin/users', {
    email: FIRST,
    ime: VESNA.ime,
    prezime: VESNA.prezime,
    role: 'member',
  });
  const id = invited.id;
  await acceptInvitation(service, vesna);
  await use(service, vesna);
  assert.notEqual(browser.cookie('svc_guest'), undefined);
  assert.deepEqual(
    (await vesna.call('GET /api/users/me/gdpr-consent')).items.map(({ categories, joined_at }) => [
      categories,
      joined_at !== null,
    ]),
    [[consent.categories, true]],
    'what the guest agreed to is the account’s',
  );

  await importAgain(service, office, id);
  await office.call('GET /api/admin/users/{id}', id);
  await seal();
  await assertExported(vesna, office, id);
  const jwks = await (await browser.fetch(`${originOf(service)}/.well-known/jwks.json`)).text();

  const request = await vesna.call('POST /api/users/me/erasure');
  await office.call('POST /api/admin/gdpr/erasure-requests/{id}/approve', request.id);
  await carryOut(service);
  await assert.rejects(vesna.me(), (error) => error instanceof ApiError || (error as Error).name === 'SignedOutError');
  await seal();
  const left = await findLeftBehind({ ...service, log }, [...OWN, ...SKIPPED, guest, `avatars/${id}_`]);
  assert.deepEqual(left, []);
  const tables = (await dumpTables(service.database)).join('\n');
  for (const marker of [...OTHERS, 'nova.osoba@example.hr'])
    assert.ok(tables.includes(marker), `${marker} is somebody else’s and stays`);
  assert.equal((await marko.me()).email, MARKO.email);

  const { certificate, jws } = await office.call('GET /api/admin/gdpr/erasure-requests/{id}/certificate', request.id);
  const nada = visit(OFFICE).client;
  await nada.signIn({ email: 'nada@example.hr', password: PASSWORD });
  const chain = await nada.call('GET /api/admin/audit/verify');
  assert.deepEqual([chain.ok, chain.problems], [true, []]);
  await seal();
  const exported = await (await nada.file('GET /api/admin/audit/export', { format: 'jsonl' })).text();
  await service.close();

  assertCertified(jws, jwks, { certificate, request: request.id, id });
  await assertProvesItself(service.dataDir, exported, jwks);
});

test('an erased administrator no longer appears in the records of their actions', { timeout: 120_000 }, async (t) => {
  const { service, log, visit, seal } = await open(t);
  await service.addPerson(ADMIN);
  await service.addPerson({ role: 'superadmin', email: 'nada@example.hr' });
  const { id } = await service.addPerson({ ...MARKO, ...HIS });
  const office = visit(OFFICE).client;
  const admin = await office.signIn({ email: ADMIN.email, password: PASSWORD });
  await office.call('POST /api/admin/users', { email: FIRST, ime: VESNA.ime, prezime: VESNA.prezime, role: 'member' });
  await office.call('PUT /api/admin/users/{id}', id, { telefon: '+385 98 765 0000' });
  await office.call('POST /api/admin/users/{id}/suspend', id, { reason: `kaže ${ADMIN.email}` });
  await office.call('POST /api/admin/users/{id}/unsuspend', id);
  await office.call('POST /api/admin/users/{id}/invite', id);
  await office.call('POST /api/admin/users/{id}/reset-password', id);
  const file = new Blob(['email,ime,prezime\nnova.osoba@example.hr,Novosad,Uvezić\n']);
  await office.call('POST /api/admin/imports', { file }, { dry_run: '0', invite: '1' });
  await service.imports.runDue();
  await office.file('GET /api/admin/audit/export', { format: 'csv' });
  await service.mail.deliverDue();
  await seal();
  const request = await office.call('POST /api/users/me/erasure');
  const nada = visit(THERE).client;
  await nada.signIn({ email: 'nada@example.hr', password: PASSWORD });
  await nada.call('POST /api/admin/gdpr/erasure-requests/{id}/approve', request.id);
  await carryOut(service);
  assert.deepEqual(await findLeftBehind({ ...service, log }, STAFF), []);
  const { items } = await nada.call('GET /api/admin/audit', { actor_id: admin.id, action: 'user.suspend' });
  assert.deepEqual(
    items.map(({ user_id, actor_email, ip, meta }) => [user_id, actor_email, ip, meta]),
    [[id, null, null, {}]],
    'that it was done, and to whom, stays',
  );
  await seal();
  assert.deepEqual((await nada.call('GET /api/admin/audit/verify')).problems, []);
});

const originOf = ({ server }: TestService): string =>
  `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

async function acceptInvitation(service: TestService, vesna: Client): Promise<void> {
  await service.mail.deliverDue();
  const invitation = readMails(service.dataDir).find(({ to }) => to === FIRST);
  const token = new URL(invitation?.links[0] ?? '').searchParams.get('token') ?? '';
  assert.equal((await vesna.open.call('GET /api/auth/setup-password', { token })).kind, 'invite');
  await vesna.redeemLink('setup', { token, new_password: CHOSEN });
  await assert.rejects(vesna.signIn({ email: FIRST, password: 'krivo krivo' }), { status: 401 });
  const user = await vesna.signIn({ email: FIRST, password: CHOSEN });
  assert.deepEqual([user.email_verified, user.gdpr_consent_at !== null], [true, true]);
}

/** A year of activity of one person. */
async function use(service: TestService, vesna: Client): Promise<void> {
  const profile = await vesna.updateProfile({ telefon: VESNA.telefon, oib: VESNA.oib });
  assert.deepEqual([profile.telefon, profile.oib], [VESNA.telefon, VESNA.oib]);
  await vesna.call('POST /api/users/me/email', { email: SECOND });
  await service.mail.deliverDue();
  const code = readMails(service.dataDir).findLast(({ to }) => to === SECOND)?.codes[0] ?? '';
  await vesna.call('POST /api/users/me/email/confirm', { code });
  assert.equal((await vesna.me()).email, SECOND);
  await vesna.open.call('POST /api/auth/forgot-password', { email: SECOND });
  const file = new Blob([new Uint8Array(await picture('png'))]);
  const uploaded = await vesna.call('POST /api/auth/me/avatar', { file });
  assert.match(('avatar_url' in uploaded && uploaded.avatar_url) || '', /^\/uploads\/avatars\/\d+_\d+\.png$/);
  await service.mail.deliverDue();
}

async function importAgain(service: TestService, office: Client, id: number): Promise<void> {
  const rows = [
    `${SECOND},Uvezenka,${VESNA.prezime},+385 95 444 0188`,
    'nova.osoba@example.hr,Novosad,Uvezić,+385 95 111 2222',
  ];
  const file = new Blob([`email,ime,prezime,telefon\n${rows.join('\n')}\n`]);
  const started = await office.call('POST /api/admin/imports', { file }, { dry_run: '0', invite: '0' });
  await service.imports.runDue();
  const { status, created, skipped, failed } = await office.call('GET /api/admin/imports/{id}', started.id);
  assert.deepEqual([status, created, skipped, failed], ['completed', 1, 1, 0]);
  const { items } = await office.call('GET /api/admin/imports/{id}/rows', started.id);
  assert.equal(items.find(({ outcome }) => outcome === 'skipped')?.line, 2);
  const { ime, telefon } = await office.call('GET /api/admin/users/{id}', id);
  assert.deepEqual([ime, telefon], [VESNA.ime, VESNA.telefon]);
}

async function assertExported(vesna: Client, office: Client, id: number): Promise<void> {
  const own = await (await vesna.file('GET /api/users/me/gdpr-export')).text();
  const taken = await (await office.file('GET /api/admin/gdpr/users/{id}/export', id)).text();
  for (const text of [own, taken]) {
    for (const marker of [...OWN, `/uploads/avatars/${id}_`]) assert.ok(text.includes(marker), `${marker} is missing`);
    for (const marker of [...OTHERS, ...STAFF, ...SKIPPED, 'Novosad', PASSWORD, CHOSEN])
      assert.ok(!text.includes(marker), `${marker} is none of theirs`);
  }
  const looks = (await vesna.call('GET /api/users/me/access-log')).items.map(({ action, role }) => [action, role]);
  assert.deepEqual(looks[0], ['export.admin', 'admin']);
  assert.ok(looks.some(([action]) => action === 'user.read'));
}

async function carryOut({ privacy, mail, clock }: TestService): Promise<void> {
  await runErasures(privacy);
  await mail.deliverDue(); // the last one to this person
  await runErasures(privacy);
  clock.advance(minutes(2));
  await runErasures(privacy);
}

/** Without the service: only the file and the public keys. */
function assertCertified(
  jws: string,
  jwks: string,
  { certificate, request, id }: { certificate: object; request: number; id: number },
): void {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString());
  assert.equal(alg, 'EdDSA');
  const { keys } = JSON.parse(jwks) as { keys: (webcrypto.JsonWebKey & { kid: string })[] };
  const jwk = keys.find((key) => key.kid === kid);
  assert.ok(jwk !== undefined && jwk.d === undefined);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const isSigned = (text: string) =>
    verify(null, Buffer.from(`${header}.${text}`), key, Buffer.from(signature, 'base64url'));
  assert.ok(isSigned(payload));
  assert.ok(!isSigned(Buffer.from(JSON.stringify({ ...certificate, user_id: id + 1 })).toString('base64url')));
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString());
  assert.deepEqual([said, said.request_id, said.user_id], [certificate, request, id]);
  for (const marker of [...OWN, ...STAFF, ...OTHERS]) assert.ok(!JSON.stringify(said).includes(marker), marker);
}

async function assertProvesItself(folder: string, exported: string, jwks: string): Promise<void> {
  const [log, keys] = [join(folder, 'log.jsonl'), join(folder, 'jwks.json')];
  writeFileSync(keys, jwks);
  writeFileSync(log, exported);
  const whole = await runCommand(`audit verify --file ${log} --keys ${keys}`, {});
  assert.equal(whole.code, 0, whole.out + whole.err);
  assert.match(whole.out, /^\d+ records, \d+ sealed, \d+ signed heads\n/);
  for (const marker of OWN) assert.ok(!exported.includes(marker), marker);
  assert.ok(exported.includes('"action":"user.read"'));
  writeFileSync(log, exported.replace('"action":"user.read"', '"action":"user.edit"'));
  assert.equal((await runCommand(`audit verify --file ${log} --keys ${keys}`, {})).code, 1);
}
