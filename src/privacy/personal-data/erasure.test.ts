// engine: both
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compactVerify, createLocalJWKSet } from 'jose';
import { pino } from 'pino';
import { AVATAR, picture } from '../../../test/support/avatar-fixture.ts';
import { formBody } from '../../../test/support/form-body.ts';
import { findLeftBehind } from '../../../test/support/left-behind.ts';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import type { AuditMeta } from '../../platform/audit/audit-chain.ts';
import { auditSealer } from '../../platform/audit/seal-audit.ts';
import { verifyAudit } from '../../platform/audit/verify-audit.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { nowOf, parseInstant } from '../../platform/kernel/clock.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';
import type { ErasurePoint } from './carry-out-erasure.ts';
import { replayErasures } from './replay-erasures.ts';
import { runErasures } from './run-erasures.ts';

const OIB = '69435151530';
const MARKERS = ['vesna.marker', 'Markerica', 'Oznaković', '+385 91 555 0199', OIB, '10.77.66.55', 'MarkerBrowser'];

interface Story {
  readonly service: TestService;
  readonly id: number;
  readonly token: string;
  readonly admin: string;
  readonly lines: string[];
  readonly chain: { seal: () => Promise<unknown>; verify: () => ReturnType<typeof verifyAudit> };
}

/** A person who has left traces everywhere, an administrator, and somebody else with traces of their own. */
async function begin(t: TestContext): Promise<Story> {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const service = await startTestService(t, {}, { log });
  const { database, keys, clock, heads } = service;
  const chain = {
    seal: auditSealer({ database, keys, clock, heads }),
    verify: () => verifyAudit({ database, keys, clock, heads }),
  };
  await service.addPerson({ email: 'admin@example.hr', role: 'admin', ime: 'Petra', prezime: 'Upravić' });
  const person = { ime: 'Markerica', prezime: 'Oznaković', telefon: '+385 91 555 0199', oib: OIB } as const;
  const { id } = await service.addPerson({ email: 'vesna.marker@example.hr', ...person });
  await service.addPerson({ email: 'ostali@example.hr', ime: 'Ostali', oib: '94577403194' });
  const headers = { 'user-agent': 'MarkerBrowser/1.0' };
  const from = '10.77.66.55';
  const body = { email: 'vesna.marker@example.hr', password: PASSWORD };
  await service.call('POST /api/auth/login', { body: { ...body, password: 'krivo' }, headers, from });
  const token = (await service.call('POST /api/auth/login', { body, headers, from })).body.access_token;
  await service.call('PUT /api/auth/me', { token, body: { telefon: '+385 91 555 0199' }, headers, from });
  await service.call('POST /api/gdpr/consent', {
    token,
    headers,
    from,
    body: { policy_version: '1', categories: { necessary: true } },
  });
  const form = formBody([{ bytes: await picture(), filename: 'slika.png', type: 'image/png' }]);
  const sent = { ...form.headers, authorization: `Bearer ${token}` };
  await service.server.inject({ method: 'POST', url: AVATAR, headers: sent, payload: form.payload });
  assert.equal(readdirSync(join(service.dataDir, 'files/uploads/avatars')).length, 1);
  await service.call('POST /api/auth/forgot-password', { body: { email: body.email }, headers, from });
  await service.mail.deliverDue();
  const admin = await service.tokenOf('admin@example.hr');
  await service.call(`GET /api/admin/users/${id}`, { token: admin });
  // A record about somebody else in which the person is named.
  const about = { user_id: null, tenant_id: 1, actor_id: null, actor_email: null, ip: null, user_agent: null };
  await database.transaction((tx) =>
    tx
      .insertInto('audit_records')
      .values({
        ...about,
        at: nowOf(clock),
        action: 'user.address.taken',
        request_id: null,
        meta: toJson<AuditMeta>({ wanted: 'vesna.marker@example.hr' }),
      })
      .execute(),
  );
  await chain.seal();
  return { service, id, token, admin, lines, chain };
}

const request = async ({ service, token }: Story) =>
  (await service.call('POST /api/users/me/gdpr-erase', { token })).body.id as number;

async function approve({ service, admin }: Story, requestId: number) {
  return service.call(`POST /api/admin/gdpr/erasure-requests/${requestId}/approve`, { token: admin });
}

async function assertGone({ service, id, lines }: Story, when = ''): Promise<void> {
  const left = await findLeftBehind({ ...service, log: lines }, [...MARKERS, `avatars/${id}_`]);
  assert.deepEqual(left, [], when);
}

async function sweep(story: Story): Promise<void> {
  story.service.clock.advance(minutes(2));
  await runErasures(story.service.privacy);
}

test('an erasure runs from the request to the certificate', { timeout: 60_000 }, async (t) => {
  const story = await begin(t);
  const { service, token, admin, id, chain } = story;
  await service.mails.take();
  await service.audit.forget();
  const made = await service.call('POST /api/users/me/request-deletion', { token });
  assert.equal(made.status, 200, made.text);
  assert.equal(made.body.status, 'pending');
  assert.equal(Date.parse(made.body.due_at) - Date.parse(made.body.requested_at), days(30));
  for (const name of ['gdpr-erase', 'erasure', 'request-deletion'])
    assert.deepEqual((await service.call(`POST /api/users/me/${name}`, { token })).body, made.body);
  assert.deepEqual(await service.audit.actions(), ['erasure.request']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind }) => kind),
    ['erasure-requested'],
  );
  const one = `/api/admin/gdpr/erasure-requests/${made.body.id}`;
  const queue = await service.call('GET /api/admin/gdpr/erasure-requests?status=pending', { token: admin });
  assert.deepEqual(
    queue.body.items.map((item: { user_id: number }) => item.user_id),
    [id],
  );
  const preview = (await service.call(`GET ${one}`, { token: admin })).body;
  assert.ok(preview.rooms.find(({ room }: { room: string }) => room === 'sessions').entries.sign_ins >= 1);
  assert.ok(preview.rooms.every(({ goes }: { goes: string }) => goes !== ''));
  assert.equal((await service.call(`GET ${one}/certificate`, { token: admin })).status, 409);
  const hold = (held: boolean) =>
    service.call(`PUT ${one}/legal-hold`, { token: admin, body: { held, reason: 'Sudski postupak' } });
  assert.equal((await hold(true)).status, 200);
  assert.equal((await approve(story, made.body.id)).body.code, 'erasure.held');
  assert.equal((await hold(false)).body.legal_hold_at, null);
  const extended = await service.call(`POST ${one}/extend`, { token: admin, body: { reason: 'Složen slučaj' } });
  assert.equal(Date.parse(extended.body.due_at) - Date.parse(made.body.due_at), days(60));
  assert.equal((await service.call(`POST ${one}/extend`, { token: admin, body: { reason: 'Još' } })).status, 409);
  assert.equal((await approve(story, made.body.id)).status, 200);
  assert.equal((await approve(story, made.body.id)).status, 409);
  assert.equal((await service.call('DELETE /api/users/me/erasure', { token })).status, 409);
  await runErasures(service.privacy); // queues the last mail and waits for it
  const mails = await service.mails.take();
  assert.deepEqual(
    mails.map(({ kind, to_address }) => [kind, to_address]),
    [
      ['erasure-extended', 'vesna.marker@example.hr'],
      ['erasure-completed', 'vesna.marker@example.hr'],
    ],
  );
  assert.equal((await service.call('GET /api/auth/me', { token })).status, 200, 'the mail goes first');
  await service.mail.deliverDue();
  await runErasures(service.privacy);
  assert.equal((await service.call('GET /api/auth/me', { token })).status, 401);
  const done = (await service.call(`GET ${one}`, { token: admin })).body;
  assert.deepEqual([done.status, done.step, done.email], ['completed', 'done', `erased-${id}@erased.invalid`]);
  await chain.seal();
  const report = await chain.verify();
  assert.deepEqual(report.problems, []);
  assert.equal(report.ok, true);
  await sweep(story);
  await assertGone(story);
  assert.equal((await chain.verify()).ok, true, 'the sweep leaves the chain whole');
  const { body: certified } = await service.call(`GET ${one}/certificate`, { token: admin });
  const jwks = createLocalJWKSet((await service.call('GET /.well-known/jwks.json')).body);
  const { payload } = await compactVerify(certified.jws, jwks);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(payload)), certified.certificate);
  assert.deepEqual([certified.certificate.user_id, certified.certificate.blanked_records], [id, 1]);
  for (const marker of [...MARKERS, 'admin@']) assert.ok(!JSON.stringify(certified).includes(marker));
  const { name } = await service.database.read
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  assert.equal(certified.certificate.organisation, name);
  const pdf = await service.call(`GET ${one}/certificate?format=pdf`, { token: admin });
  assert.equal(pdf.headers['content-type'], 'application/pdf');
  assert.ok(pdf.text.startsWith('%PDF-'));
  // As for an unknown address, which somebody else may take.
  const unknown = await service.signIn('nepoznat@example.hr');
  const gone = await service.signIn('vesna.marker@example.hr');
  assert.deepEqual([gone.status, gone.body.code], [unknown.status, unknown.body.code]);
  await service.addPerson({ email: 'vesna.marker@example.hr' });
  const restored = await service.call(`POST /api/admin/users/${id}/restore`, { token: admin });
  assert.equal(restored.status, 409, 'nobody takes an erasure back');
  const ledger = readFileSync(join(service.dataDir, 'erasures.jsonl'), 'utf8');
  assert.equal(ledger.trim().split('\n').length, 1);
});

test('only some may decide, and invalid requests and decisions are refused', { timeout: 60_000 }, async (t) => {
  const story = await begin(t);
  const { service, token, admin } = story;
  const none = await service.call('GET /api/users/me/erasure', { token });
  assert.deepEqual([none.status, none.text], [200, 'null'], 'nothing is wrong with never having asked');
  assert.equal((await service.call('DELETE /api/users/me/erasure', { token })).body.code, 'erasure.not_found');
  const first = await request(story);
  const one = (id: number) => `/api/admin/gdpr/erasure-requests/${id}`;
  assert.equal((await service.call('DELETE /api/users/me/erasure', { token })).body.status, 'cancelled');
  assert.equal((await service.call(`POST ${one(first)}/approve`, { token: admin })).status, 409);
  const second = await request(story);
  assert.notEqual(second, first);
  await service.audit.forget();
  const reject = await service.call(`POST ${one(second)}/reject`, {
    token: admin,
    body: { reason: 'Zakonska obveza' },
  });
  assert.deepEqual(
    [reject.status, reject.body.status, reject.body.decision_reason],
    [200, 'rejected', 'Zakonska obveza'],
  );
  assert.deepEqual(await service.audit.actions(), ['erasure.reject']);
  assert.equal((await service.call('GET /api/users/me/erasure', { token })).body.decision_reason, 'Zakonska obveza');
  await service.call('POST /api/users/me/erasure', { token: admin });
  const own = (await service.call('GET /api/users/me/erasure', { token: admin })).body.id;
  assert.equal((await service.call(`POST ${one(own)}/approve`, { token: admin })).body.code, 'users.self');
  const other = await service.addTenant('Drugi');
  await service.addPerson({ email: 'tudi@example.hr', role: 'admin', tenantId: other.id });
  const foreign = await service.tokenOf('tudi@example.hr');
  assert.equal((await service.call(`GET ${one(second)}`, { token: foreign })).status, 404);
  assert.equal((await service.call('GET /api/admin/gdpr/erasure-requests', { token: foreign })).body.total, 0);
  for (const email of ['jedan@example.hr', 'dva@example.hr']) await service.addPerson({ email, role: 'superadmin' });
  const superadmin = await service.tokenOf('jedan@example.hr');
  await service.call('POST /api/users/me/erasure', { token: superadmin });
  const theirs = (await service.call('GET /api/users/me/erasure', { token: superadmin })).body.id;
  const administrator = await service.tokenOf('dva@example.hr');
  assert.equal(
    (await service.call(`POST ${one(theirs)}/approve`, { token: administrator })).body.code,
    'erasure.superadmin',
  );
  service.clock.advance(minutes(11));
  const third = await request({ ...story, token: (await service.signIn('vesna.marker@example.hr')).body.access_token });
  assert.equal((await service.call(`POST ${one(third)}/approve`, { token: admin })).body.code, 'reauth.required');
});

const POINTS: readonly ErasurePoint[] = [
  'start',
  'mail',
  'erased',
  'mails-removed',
  'files-removed',
  'ledger-written',
  'compacted',
];

for (const point of POINTS) {
  test(`when a process dies at "${point}", another finishes the erasure, exactly once`, {
    timeout: 60_000,
  }, async (t) => {
    const story = await begin(t);
    const { service } = story;
    const id = await request(story);
    await approve(story, id);
    let died = () => {};
    const dead = new Promise<void>((resolve) => (died = resolve));
    const dies = async (reached: ErasurePoint) => {
      if (reached !== point) return;
      died();
      await new Promise(() => {}); // a dead process does nothing more
    };
    void runErasures(service.privacy, dies);
    if (point !== 'start') {
      while (!(await service.mails.take()).some(({ kind }) => kind === 'erasure-completed'))
        await new Promise((resolve) => setTimeout(resolve, 5));
      await service.mail.deliverDue();
      void runErasures(service.privacy, dies);
    }
    await dead;
    await story.chain.seal();
    assert.deepEqual((await story.chain.verify()).problems, []); // every erased member is accounted for by a record
    await runErasures(service.privacy);
    await service.mail.deliverDue();
    await runErasures(service.privacy);
    await runErasures(service.privacy);
    await sweep(story);
    const completed = await service.database.read
      .selectFrom('audit_records')
      .select('id')
      .where('action', '=', 'erasure.complete')
      .execute();
    assert.equal(completed.length, 1);
    assert.equal(readFileSync(join(service.dataDir, 'erasures.jsonl'), 'utf8').trim().split('\n').length, 1);
    const sent = await service.database.read
      .selectFrom('mails')
      .select('id')
      .where('kind', '=', 'erasure-completed')
      .execute();
    assert.equal(sent.length, 1);
    await assertGone(story, point);
    await story.chain.seal();
    assert.deepEqual((await story.chain.verify()).problems, []);
  });
}

test('a failure is shown and recorded, and can be retried', { timeout: 60_000 }, async (t) => {
  const story = await begin(t);
  const { service, admin } = story;
  const id = await request(story);
  await approve(story, id);
  await runErasures(service.privacy);
  await service.mail.deliverDue();
  await service.audit.forget();
  const removeFiles = async () => {
    throw Object.assign(new Error('vesna.marker@example.hr cannot be removed'), { code: 'EACCES' });
  };
  await runErasures({ ...service.privacy, removeFiles });
  const one = `/api/admin/gdpr/erasure-requests/${id}`;
  const { body } = await service.call(`GET ${one}`, { token: admin });
  assert.deepEqual([body.status, body.failure, body.step], ['failed', 'EACCES', 'erased']);
  assert.deepEqual((await service.audit.actions()).slice(0, 2), ['erasure.erase', 'erasure.fail']);
  await story.chain.seal();
  assert.deepEqual((await story.chain.verify()).problems, []);
  assert.equal((await approve(story, id)).body.status, 'approved');
  await runErasures(service.privacy);
  assert.equal((await service.call(`GET ${one}`, { token: admin })).body.status, 'completed');
  await sweep(story);
  await assertGone(story);
});

test('the erasure waits at most ten minutes for a mail that cannot be sent', { timeout: 60_000 }, async (t) => {
  const story = await begin(t);
  const { service } = story;
  await approve(story, await request(story));
  await runErasures(service.privacy);
  service.clock.advance(minutes(9));
  await runErasures(service.privacy);
  assert.equal((await service.signIn('vesna.marker@example.hr')).status, 200);
  service.clock.advance(minutes(2));
  await runErasures(service.privacy);
  assert.equal((await service.signIn('vesna.marker@example.hr')).status, 401);
  await service.mail.deliverDue();
  await sweep(story);
  await assertGone(story);
});

/** A response in progress breaks off when the caller's sign-in ends. */
const unlessBrokenOff = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'LIGHT_ECONNRESET') throw error;
};

test('nothing that runs concurrently brings erased data back', { timeout: 120_000 }, async (t) => {
  const story = await begin(t);
  const { service, token, id } = story;
  const signedIn = await service.signIn('vesna.marker@example.hr');
  await approve(story, await request(story));
  await runErasures(service.privacy);
  await service.mail.deliverDue();
  const from = '10.77.66.55';
  const headers = { 'user-agent': 'MarkerBrowser/1.0' };
  const busy = async (act: () => Promise<unknown>) => {
    for (let round = 0; round < 12; round++) await act();
  };
  const signIn = { email: 'vesna.marker@example.hr', password: PASSWORD };
  let refresh_token = signedIn.body.refresh_token;
  const send = (url: string, bearer: string, file: { bytes: Buffer | string; filename: string }) => {
    const form = formBody([file]);
    const sent = { ...form.headers, authorization: `Bearer ${bearer}` };
    const remoteAddress = bearer === token ? from : '10.1.1.1';
    return service.server.inject({ method: 'POST', url, headers: sent, remoteAddress, payload: form.payload });
  };
  const avatar = { bytes: await picture(), filename: 'slika.png' };
  // A file that names the person; only looked at, since the address is anybody's afterwards.
  const csv = `email,ime,prezime,telefon\n${signIn.email},Markerica,Oznaković,+385 91 555 0199\n`;
  const file = { bytes: csv, filename: 'članovi.csv' };
  const uploads: number[] = [];
  const imports: number[] = [];
  let uploaded = () => {};
  const firstUpload = new Promise<void>((resolve) => (uploaded = resolve));
  await Promise.all([
    busy(async () => {
      uploads.push((await send(AVATAR, token, avatar)).statusCode);
      uploaded();
    }),
    busy(async () => {
      const taken = await send('/api/admin/imports?dry_run=1', story.admin, file);
      imports.push(taken.statusCode);
      await service.imports.runDue();
    }),
    busy(() =>
      service.call('PUT /api/auth/me', {
        token,
        from,
        headers,
        body: { ime: 'Markerica', telefon: '+385 91 555 0199' },
      }),
    ),
    // Guesses at an address that is nobody's are nobody's: their records name no account.
    busy(() => service.call('POST /api/auth/login', { body: signIn })),
    busy(async () => {
      const next = await service.call('POST /api/auth/refresh', { from, headers, body: { refresh_token } });
      refresh_token = next.body.refresh_token ?? refresh_token;
    }),
    busy(() => service.call('GET /api/users/me/gdpr-export', { token, from, headers }).catch(unlessBrokenOff)),
    busy(() => service.call('POST /api/auth/forgot-password', { body: { email: signIn.email } })),
    busy(() =>
      service.call('POST /api/gdpr/consent', {
        token,
        from,
        headers,
        body: { policy_version: '1', categories: { necessary: true } },
      }),
    ),
    // With the next picture under way.
    firstUpload.then(() => runErasures(service.privacy)),
  ]);
  assert.ok(uploads.includes(200) && imports.every((status) => status === 202), `${uploads} ${imports}`);
  await service.imports.runDue();
  await service.mail.deliverDue();
  await runErasures(service.privacy);
  await sweep(story);
  // What was sent after the erasure is somebody's new file; the file of a check goes within a day.
  service.clock.advance(days(1));
  await service.imports.runDue();
  await assertGone(story);
  const user = await service.database.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([user.status, user.ime, user.password_hash], ['deleted', '', null]);
  assert.deepEqual([user.words, user.word_bits], ['', 0]);
  const live = await service.database.read
    .selectFrom('sign_ins')
    .select('sid')
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  assert.deepEqual(live, []);
  assert.deepEqual(
    await service.database.read.selectFrom('user_words').selectAll().where('user_id', '=', id).execute(),
    [],
  );
  await story.chain.seal();
  assert.deepEqual((await story.chain.verify()).problems, []);
});

test('erasures are repeated on a restored backup, and spare another person with the same id', {
  timeout: 60_000,
}, async (t) => {
  const story = await begin(t);
  const { service, id } = story;
  const user = await service.database.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const entry = {
    request_id: 7,
    user_id: id,
    user_created_at: user.created_at,
    erased_at: parseInstant('2026-03-01T09:00:00.000Z'),
  };
  const another = { ...entry, user_id: 1, user_created_at: parseInstant('2020-01-01T00:00:00.000Z') };
  const replayed = await replayErasures(service.privacy, [entry, another, { ...entry, user_id: 999 }]);
  assert.deepEqual(
    replayed.map(({ outcome }) => outcome),
    ['approved', 'another', 'unknown'],
  );
  await service.mails.take();
  await runErasures(service.privacy);
  await sweep(story);
  assert.deepEqual(await service.mails.take(), [], 'they were told when it happened');
  await assertGone(story);
  const [again] = await replayErasures(service.privacy, [entry]);
  assert.equal(again?.outcome, 'erased');
});
