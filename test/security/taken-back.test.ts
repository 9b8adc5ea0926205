// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { rooms } from '../../src/entry/app/rooms.ts';
import type { AuditAction } from '../../src/platform/audit/audit-actions.ts';
import { keysOf } from '../../src/platform/kernel/unchecked.ts';
import { WAYS_IN_ADDED } from '../../src/platform/server/ways-in-added.ts';
import { enrolSecondFactor } from '../support/authenticator-app.ts';
import { type IntruderFixture, intruderFixture } from '../support/intruder-fixture.ts';
import { oidcBrowser } from '../support/oidc-browser.ts';
import { startTestService } from '../support/test-service.ts';

interface Intrusion {
  readonly fixture: IntruderFixture;
  readonly token: string;
  readonly email: string;
}

/** Adds something to an account with the intruder's sign-in. By the routes that it uses. */
interface Addition {
  readonly routes: readonly string[];
  readonly kind: string;
  readonly act: (intrusion: Intrusion) => Promise<void>;
  /** What the owner has already. */
  readonly before?: (fixture: IntruderFixture, token: string) => Promise<unknown>;
}

const ok = ({ status, text }: { status: number; text: string }) => assert.ok(status < 300, text);

const ADDITIONS: readonly Addition[] = [
  {
    kind: 'passkey',
    routes: ['POST /api/users/me/passkeys'],
    before: (fixture, token) => fixture.add(token, fixture.authenticator()),
    act: async ({ fixture, token }) => ok(await fixture.add(token, fixture.authenticator())),
  },
  {
    kind: 'google',
    routes: ['POST /api/users/me/google'],
    act: async ({ fixture, token }) => {
      const credential = await fixture.google.token(fixture.service.clock, { sub: '66', email: 'netko@gmail.com' });
      ok(await fixture.service.call('POST /api/users/me/google', { token, body: { credential } }));
    },
  },
  {
    kind: 'identity',
    routes: ['POST /api/users/me/identities'],
    act: async ({ fixture, token }) => {
      const browser = oidcBrowser(fixture.service, fixture.issuer);
      const ticket = (await browser.travel('link')).get('ticket');
      ok(await browser.call('POST /api/users/me/identities', { token, body: { ticket } }));
    },
  },
  {
    kind: 'authenticator',
    routes: ['POST /api/auth/2fa/setup', 'POST /api/auth/2fa/verify'],
    act: async ({ fixture, token }) => void (await enrolSecondFactor(fixture.service, fixture.app, token)),
  },
  {
    kind: 'address',
    routes: ['POST /api/users/me/email', 'POST /api/users/me/email/confirm'],
    act: ({ fixture, token, email }) => fixture.changeAddress(token, `tudi-${email}`),
  },
];

/** Routes that add one without a sign-in that was there before. */
const WITHOUT_SIGN_IN: readonly string[] = [
  // An invitation: whoever holds the link is its owner.
  ...['POST /api/auth/setup-password', 'POST /api/auth/password/setup', 'POST /api/auth/accept-invite'],
  // Somebody else, who manages the account.
  ...['PUT /api/admin/users/:id', 'PATCH /api/admin/users/:id'],
  // A link at first use is added by the sign-in that it opens: see below.
  ...['POST /api/auth/google', 'POST /api/auth/login'],
  // Recovery codes need an authenticator first: see below.
  'POST /api/auth/2fa/recovery-codes',
];

test('every room that adds a way in takes it back', () => {
  const adding = rooms.rooms.filter(({ auditActions = {} }) =>
    keysOf(auditActions).some((action) => WAYS_IN_ADDED.has(action as AuditAction)),
  );
  assert.deepEqual(
    adding.filter(({ takeBack }) => takeBack === undefined).map(({ name }) => name),
    [],
    'declare `takeBack` in its manifest',
  );
  const opening = rooms.rooms.filter(({ wayIn }) => wayIn !== undefined).map(({ name }) => name);
  const exempt = ['passwords']; // whatever it is, the link takes it away
  const loose = opening.filter((name) => !exempt.includes(name) && !adding.some((room) => room.name === name));
  assert.deepEqual(loose, [], 'name the audit action of adding it in `WAYS_IN_ADDED`');
});

test('every route that adds a way in is tried here', async (t) => {
  const { routes } = await startTestService(t);
  const adding = routes.filter(({ audit }) => audit.some((action) => WAYS_IN_ADDED.has(action)));
  const tried = new Set([...ADDITIONS.flatMap((one) => one.routes), ...WITHOUT_SIGN_IN]);
  const untried = adding.map(({ method, path }) => `${method} ${path}`).filter((route) => !tried.has(route));
  assert.deepEqual(untried, []);
});

test('“that was not me” takes back whatever the sign-in added, and nothing else', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  for (const { kind, act, before } of ADDITIONS) {
    const email = `${kind}@example.hr`;
    const { user, token: own } = await fixture.owner(email);
    await before?.(fixture, own);
    const was = await fixture.waysOf(user.id);
    const { token, link } = await fixture.intrude(email);
    await act({ fixture, token, email });
    assert.notDeepEqual(await fixture.waysOf(user.id), was, kind);
    await service.audit.forget();
    await service.mails.take();
    const { status, body, text } = await fixture.disown(link);
    assert.equal(status, 200, text);
    assert.deepEqual([body.ended, body.taken_back], [true, [kind]], kind);
    assert.equal(typeof body.reset_token, 'string', kind);
    assert.deepEqual(await fixture.waysOf(user.id), was, kind);
    const disowned = (await service.audit.take()).at(-1);
    assert.deepEqual([disowned?.action, disowned?.meta.taken_back], ['device.disown', [kind]], kind);
    const told = (await service.mails.take()).map((mail) => [mail.kind, mail.to_address]);
    const restored = kind === 'address' ? [['email-restored', `tudi-${email}`]] : [];
    assert.deepEqual(told, [...restored, ['taken-back', email]], kind);
    assert.equal((await service.call('GET /api/auth/me', { token })).status, 401, kind);
    assert.equal((await service.call('GET /api/auth/me', { token: own })).status, 200, kind);
    assert.equal((await service.signIn(email)).status, 401, 'the password, which the intruder knows, opens nothing');
    const reset = { token: body.reset_token, new_password: 'burno more stoji' };
    ok(await service.call('POST /api/auth/reset-password', { body: reset }));
    assert.equal((await service.signIn(email, 'burno more stoji')).status, 200, kind);
  }
});

test('the codes that a sign-in was shown for the owner’s own app end, and the app stays', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  const { user, token: own } = await fixture.owner('ana@example.hr');
  const { token, link } = await fixture.intrude('ana@example.hr');
  await enrolSecondFactor(service, fixture.app, own);
  const { body } = await service.call('POST /api/auth/2fa/recovery-codes', { token });
  assert.equal(body.recovery_codes.length, 8);
  assert.deepEqual((await fixture.disown(link)).body.taken_back, ['recovery_codes']);
  const { authenticator, codes } = await fixture.waysOf(user.id);
  assert.deepEqual([authenticator?.length, codes?.length], [1, 0]);
});

test('a link at first use belongs to the sign-in that it opened', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  const google = await fixture.owner('eva@gmail.com');
  const credential = await fixture.google.token(service.clock, { sub: '77', email: 'eva@gmail.com' });
  ok(await service.call('POST /api/auth/google', { body: { credential }, from: '203.0.113.9' }));
  const { body } = await fixture.takeBack(await fixture.linkIn('google-linked', 'eva@gmail.com'));
  assert.deepEqual([body.ended, body.taken_back], [1, ['google']]);
  assert.deepEqual((await fixture.waysOf(google.user.id)).google, []);
  const { user } = await fixture.owner('ana@klub.hr');
  ok(await oidcBrowser(service, fixture.issuer).enter());
  const linked = await fixture.takeBack(await fixture.linkIn('identity-linked', 'ana@klub.hr'));
  assert.deepEqual([linked.body.ended, linked.body.taken_back], [1, ['identity']]);
  assert.deepEqual((await fixture.waysOf(user.id)).identities, []);
});

test('what was opened through an added passkey ends too, with what that added', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  const { user, token: own } = await fixture.owner('ana@example.hr');
  const was = await fixture.waysOf(user.id);
  const { token, link } = await fixture.intrude('ana@example.hr');
  const [first, second] = [fixture.authenticator(), fixture.authenticator()];
  ok(await fixture.add(token, first));
  const { access_token: through } = (await fixture.signIn(first)).body;
  ok(await fixture.add(through, second));
  const { access_token: further } = (await fixture.signIn(second)).body;
  await fixture.changeAddress(further, 'tuda@example.hr');
  const { body: byNewAddress } = await service.signIn('tuda@example.hr');
  const { body } = await fixture.disown(link);
  assert.deepEqual(body.taken_back, ['passkey', 'address']);
  const { account, ...ways } = await fixture.waysOf(user.id);
  assert.deepEqual([ways.passkeys, account], [[], was.account]);
  for (const ended of [token, through, further, byNewAddress.access_token])
    assert.equal((await service.call('GET /api/auth/me', { token: ended })).status, 401);
  assert.equal((await service.call('GET /api/auth/me', { token: own })).status, 200);
});

test('a sign-in that confirmed itself with an added passkey or code is one of them', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  const { user } = await fixture.owner('ana@example.hr');
  const stolen = await service.tokenOf('ana@example.hr');
  const { token, link } = await fixture.intrude('ana@example.hr');
  const key = fixture.authenticator();
  ok(await fixture.add(token, key));
  const asked = (await service.call('GET /api/auth/reauthenticate/passkey', { token: stolen })).body;
  const body = { challenge_id: asked.challenge_id, passkey: key.get(asked.options) };
  ok(await service.call('POST /api/auth/reauthenticate/passkey', { token: stolen, body }));
  ok(await fixture.add(stolen, fixture.authenticator()));
  await fixture.disown(link);
  assert.deepEqual((await fixture.waysOf(user.id)).passkeys, []);
  assert.equal((await service.call('GET /api/auth/me', { token: stolen })).status, 401);
});

test('of concurrent uses one takes back; meanwhile nothing is added', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  const { user } = await fixture.owner('ana@example.hr');
  const { token, link } = await fixture.intrude('ana@example.hr');
  const key = fixture.authenticator();
  const { challenge_id, options } = await fixture.addOptions(token);
  const passkey = { challenge_id, passkey: key.create(options) };
  const [added, ...answers] = await Promise.all([
    service.call('POST /api/users/me/passkeys', { token, body: passkey }),
    ...Array.from({ length: 6 }, () => fixture.disown(link)),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400]);
  assert.ok(added.status === 201 || added.status === 401, added.text);
  assert.deepEqual((await fixture.waysOf(user.id)).passkeys, []);
});

test('however often an intruder has signed in, everything is taken back', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  const { user } = await fixture.owner('ana@example.hr');
  const { token, link } = await fixture.intrude('ana@example.hr');
  assert.equal((await fixture.add(token, fixture.authenticator())).status, 201);
  // Each came of the one before, more than a statement has parameters.
  await service.database.transaction((tx) =>
    sql`
      with recursive turn (n) as (select 1 union all select n + 1 from turn where n < 70000),
      first as (select * from sign_ins where user_id = ${user.id} order by started_at desc limit 1)
      insert into sign_ins
        (sid, user_id, started_at, authenticated_at, refreshed_at, expires_at, ended_at, end_reason, ip, user_agent, methods, came_of, membership_id)
      select first.sid || '-' || n, user_id, started_at, authenticated_at, refreshed_at, expires_at, null, null, ip, user_agent,
        methods, first.sid || case when n = 1 then '' else '-' || (n - 1) end, membership_id
      from first, turn`.execute(tx),
  );
  const { status, body, text } = await fixture.disown(link);
  assert.equal(status, 200, text);
  assert.deepEqual(body.taken_back, ['passkey']);
  const open = service.database.read.selectFrom('sign_ins').select('sid').where('ended_at', 'is', null);
  assert.equal((await open.where('user_id', '=', user.id).execute()).length, 1, 'the owner’s own');
});
