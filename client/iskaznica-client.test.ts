import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { minutes } from '../src/platform/kernel/durations.ts';
import { addMembershipFor } from '../test/support/add-membership.ts';
import { PASSWORD, startTestService, type TestService } from '../test/support/test-service.ts';
import { ApiError, NoAnswerError, SignedOutError } from './api-error.ts';
import { type Client, createClient } from './iskaznica-client.ts';
import { memoryStorage, type SessionStorage } from './stored-session.ts';
import { switchTenant } from './switch-tenant.ts';

interface Fixture {
  readonly service: TestService;
  readonly storage: SessionStorage;
  /** The reasons given to `onSignedOut`, in order. */
  readonly ends: string[];
  /** Requested paths, in order. */
  readonly calls: string[];
  /** Another client on the same storage, like a second tab. */
  client(parts?: { fetch?: typeof fetch; onReauthRequired?: () => Promise<void> }): Client;
}

async function openFixture(t: TestContext): Promise<Fixture> {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.server.address() as AddressInfo;
  const [storage, ends, calls] = [memoryStorage(), [] as string[], [] as string[]];
  const counted: typeof fetch = (input, init) => {
    calls.push(new URL(input instanceof Request ? input.url : input).pathname);
    return fetch(input, init);
  };
  const client: Fixture['client'] = (parts = {}) =>
    createClient({
      baseUrl: `http://127.0.0.1:${port}`,
      storage,
      fetch: counted,
      now: service.clock.now,
      onSignedOut: (reason) => void ends.push(reason),
      ...parts,
    });
  return { service, storage, ends, calls, client };
}

const ANA = { email: 'ana@example.hr', password: PASSWORD };
const KEYS = ['svc_access', 'svc_refresh', 'svc_user'];
const kept = ({ storage }: Fixture) => KEYS.map((key) => storage.getItem(key));

test('a sign-in is kept under three keys, and of the user only what a head shows and what they may do', async (t) => {
  const fixture = await openFixture(t);
  const client = fixture.client();
  assert.equal(client.holdsSignIn(), false);
  const user = await client.signIn(ANA);
  assert.equal(client.holdsSignIn(), true);
  assert.equal((await client.me()).id, user.id);
  const shown = ['id', 'full_name', 'avatar_url', 'role', 'tier', 'tenant_id', 'tenant_name', 'tenant_branding'];
  const rights = ['preferred_language', 'enrol_by', 'memberships', 'capabilities', 'grantable_roles', 'pages', 'start'];
  assert.deepEqual(Object.keys(JSON.parse(fixture.storage.getItem('svc_user') ?? '')), [...shown, ...rights]);
  await client.signOut();
  assert.deepEqual(kept(fixture), [null, null, null]);
  assert.deepEqual(fixture.ends, ['signed-out']);
});

test('a sign-in goes over to another tenant, also after the answer of a renewal was lost; a refusal changes nothing', async (t) => {
  const fixture = await openFixture(t);
  const client = fixture.client();
  const { id } = await client.signIn(ANA);
  const [club, elsewhere] = [
    await fixture.service.addTenant('Klub Neretva'),
    await fixture.service.addTenant('Klub Cetina'),
  ];
  await addMembershipFor(fixture.service, { userId: id, tenantId: club.id, role: 'manager' });
  const before = kept(fixture);
  const refused = await switchTenant(client, elsewhere.id).catch((error: unknown) => error);
  assert.equal(refused instanceof ApiError && refused.code, 'memberships.none');
  assert.deepEqual(kept(fixture), before);
  assert.equal((await switchTenant(client, club.id)).role, 'manager');
  assert.equal(client.storedUser()?.tenant_id, club.id);
  assert.equal((await client.me()).tenant_id, club.id);
  const spent = fixture.storage.getItem('svc_refresh') ?? '';
  await client.open.call('POST /api/auth/refresh', { refresh_token: spent }); // whose answer nobody kept
  assert.equal((await switchTenant(client, 1)).tenant_id, 1);
  assert.equal((await client.me()).tenant_id, 1);
  assert.deepEqual(fixture.ends, []);
});

test('an access token past its exp is renewed before the call, once for calls at once', async (t) => {
  const fixture = await openFixture(t);
  const client = fixture.client();
  await client.signIn(ANA);
  fixture.service.clock.advance(minutes(16));
  fixture.calls.length = 0;
  await Promise.all([client.me(), client.call('GET /api/users/me/sessions'), client.call('GET /api/auth/2fa/status')]);
  assert.equal(fixture.calls.filter((path) => path === '/api/auth/refresh').length, 1);
  assert.equal(fixture.calls[0], '/api/auth/refresh', 'no call goes out with a token that is known to have expired');
  assert.deepEqual(fixture.ends, []);
});

test('two tabs that refresh at once both stay signed in', async (t) => {
  const fixture = await openFixture(t);
  const [one, other] = [fixture.client(), fixture.client()];
  await one.signIn(ANA);
  fixture.service.clock.advance(minutes(16));
  await Promise.all([one.me(), other.me()]);
  await Promise.all([one.me(), other.me()]);
  assert.deepEqual(fixture.ends, []);
});

test('past the refresh token too, everything is cleared: expired', async (t) => {
  const fixture = await openFixture(t);
  const client = fixture.client();
  await client.signIn(ANA);
  fixture.service.clock.advance(minutes(60 * 24 * 31));
  fixture.calls.length = 0;
  await assert.rejects(client.me(), SignedOutError);
  assert.deepEqual(fixture.ends, ['expired']);
  assert.deepEqual([kept(fixture), fixture.calls], [[null, null, null], []], 'the service need not be asked');
});

test('a page that opens after the sign-in has expired forgets it, and knows that there was one', async (t) => {
  const fixture = await openFixture(t);
  const client = fixture.client();
  assert.equal(client.forgetExpired(), false, 'nothing is kept');
  await client.signIn(ANA);
  assert.equal(client.forgetExpired(), false, 'it is good');
  fixture.service.clock.advance(minutes(60 * 24 * 100));
  assert.equal(client.forgetExpired(), true);
  assert.deepEqual([kept(fixture), fixture.ends], [[null, null, null], []]);
  assert.equal(client.forgetExpired(), false, 'once');
});

test('a refresh that the service refuses: expired', async (t) => {
  const fixture = await openFixture(t);
  const client = fixture.client();
  await client.signIn(ANA);
  const elsewhere = await fixture.service.tokenOf(ANA.email);
  await fixture.service.call('DELETE /api/users/me/sessions', { token: elsewhere });
  fixture.service.clock.advance(minutes(16));
  await assert.rejects(client.me(), SignedOutError);
  assert.deepEqual([fixture.ends, kept(fixture)], [['expired'], [null, null, null]]);
});

test('a sign-in that was ended elsewhere: unauthorized', async (t) => {
  const fixture = await openFixture(t);
  const client = fixture.client();
  await client.signIn(ANA);
  const elsewhere = await fixture.service.tokenOf(ANA.email);
  await fixture.service.call('DELETE /api/users/me/sessions', { token: elsewhere });
  await assert.rejects(client.me(), SignedOutError);
  assert.deepEqual([fixture.ends, kept(fixture)], [['unauthorized'], [null, null, null]]);
});

test('nobody signed in: unauthorized, and nothing is sent', async (t) => {
  const fixture = await openFixture(t);
  await assert.rejects(fixture.client().me(), SignedOutError);
  assert.deepEqual([fixture.ends, fixture.calls], [['unauthorized'], []]);
});

test('a 401 about something typed signs nobody out', async (t) => {
  const fixture = await openFixture(t);
  const client = fixture.client();
  await assert.rejects(client.signIn({ ...ANA, password: 'nije ta' }), { status: 401, code: 'login.wrong' });
  await client.signIn(ANA);
  await client.call('POST /api/auth/2fa/setup');
  await assert.rejects(client.call('POST /api/auth/2fa/verify', { code: '000000' }), {
    status: 401,
    code: '2fa.wrong_code',
  });
  assert.deepEqual(fixture.ends, []);
  assert.equal((await client.me()).email, ANA.email);
});

test('an error carries what a page needs', async (t) => {
  const fixture = await openFixture(t);
  const client = fixture.client();
  await client.signIn(ANA);
  const refusal = await client.updateProfile({ oib: '12345678901' }).catch((error: unknown) => error);
  assert.ok(refusal instanceof ApiError);
  assert.deepEqual([refusal.status, refusal.problems[0]?.loc], [422, ['body', 'oib']]);
  assert.notEqual(refusal.requestId, '');
});

test('no network: the sign-in stays, also when only the refresh is out of reach', async (t) => {
  const fixture = await openFixture(t);
  await fixture.client().signIn(ANA);
  const cut = fixture.client({ fetch: () => Promise.reject(new TypeError('fetch failed')) });
  await assert.rejects(cut.me(), NoAnswerError);
  fixture.service.clock.advance(minutes(16));
  await assert.rejects(cut.me(), NoAnswerError);
  assert.deepEqual(fixture.ends, []);
  assert.equal((await fixture.client().me()).email, ANA.email);
});

test('a sign-in ends the one that it replaces, also when that has to be refreshed first', async (t) => {
  const fixture = await openFixture(t);
  await fixture.service.addPerson({ email: 'bero@example.hr' });
  const client = fixture.client();
  await client.signIn(ANA);
  const [ana = ''] = kept(fixture);
  await client.signIn({ ...ANA, email: 'bero@example.hr' });
  assert.equal((await fixture.service.call('GET /api/auth/me', { token: ana ?? '' })).status, 401);
  assert.equal((await client.me()).email, 'bero@example.hr');
  fixture.service.clock.advance(minutes(30));
  await client.signIn(ANA);
  assert.equal((await client.me()).email, 'ana@example.hr');
  const live = fixture.service.database.read.selectFrom('sign_ins').select('sid').where('ended_at', 'is', null);
  assert.equal((await live.execute()).length, 1);
  assert.deepEqual(fixture.ends, []);
});

test('a tab of one person leaves its page when somebody else signs in in another', async (t) => {
  const fixture = await openFixture(t);
  await fixture.service.addPerson({ email: 'bero@example.hr' });
  const pairOf = async (email: string): Promise<string> => (await fixture.service.signIn(email)).body.access_token;
  const [ana, again, bero] = [await pairOf(ANA.email), await pairOf(ANA.email), await pairOf('bero@example.hr')];
  const ends: string[] = [];
  let tell: (event: { key: string | null; oldValue: string | null; newValue: string | null }) => void = () => {};
  createClient({
    tabs: {
      addEventListener: (_type, listener) => {
        tell = listener;
      },
    },
    onSignedOut: (reason) => void ends.push(reason),
  });
  tell({ key: 'svc_access', oldValue: ana, newValue: again });
  tell({ key: 'svc_access', oldValue: null, newValue: bero });
  assert.deepEqual(ends, []);
  tell({ key: 'svc_access', oldValue: ana, newValue: bero });
  assert.deepEqual(ends, ['signed-out']);
});

test('a sign-out in another tab is heard here, and other changes are not', () => {
  const ends: string[] = [];
  const heard: ((event: { key: string | null; newValue: string | null }) => void)[] = [];
  createClient({
    onSignedOut: (reason) => void ends.push(reason),
    tabs: { addEventListener: (_type, listener) => void heard.push(listener) },
  });
  const tell = (key: string | null, newValue: string | null) =>
    heard.forEach((listener) => void listener({ key, newValue }));
  tell('svc_access', 'next');
  tell('theme', null);
  tell('svc_refresh', null);
  assert.deepEqual(ends, []);
  tell('svc_access', null);
  tell(null, null);
  assert.deepEqual(ends, ['signed-out', 'signed-out']);
});

const changeAddress = (client: Client, email: string) => client.call('POST /api/users/me/email', { email });

test('a call that needs a recent proof asks for it and is made once more', async (t) => {
  const fixture = await openFixture(t);
  let asked = 0;
  const client: Client = fixture.client({
    onReauthRequired: async () => {
      asked++;
      await client.call('POST /api/auth/reauthenticate', { password: PASSWORD });
    },
  });
  await client.signIn(ANA);
  await changeAddress(client, 'prva@example.hr');
  assert.equal(asked, 0);
  fixture.service.clock.advance(minutes(10));
  await changeAddress(client, 'druga@example.hr');
  assert.equal(asked, 1);
  const path = '/api/users/me/email';
  assert.deepEqual(fixture.calls.slice(-3), [path, '/api/auth/reauthenticate', path]);
});

test('what is thrown instead of a proof is what the call throws; without a hook it is the refusal', async (t) => {
  const fixture = await openFixture(t);
  const refused = new Error('not now');
  const client = fixture.client({ onReauthRequired: () => Promise.reject(refused) });
  await client.signIn(ANA);
  fixture.service.clock.advance(minutes(10));
  await assert.rejects(changeAddress(client, 'nova@example.hr'), refused);
  const isRefusal = (error: unknown) => error instanceof ApiError && error.code === 'reauth.required';
  await assert.rejects(changeAddress(fixture.client(), 'nova@example.hr'), isRefusal);
  const careless = fixture.client({ onReauthRequired: async () => {} });
  const before = fixture.calls.length;
  await assert.rejects(changeAddress(careless, 'nova@example.hr'), isRefusal);
  assert.equal(fixture.calls.length - before, 2, 'asked for once, not for ever');
});
