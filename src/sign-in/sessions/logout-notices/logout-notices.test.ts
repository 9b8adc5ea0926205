// engine: both
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { refreshTokenGrant, tokenIntrospection } from 'openid-client';
import { startLogoutReceiver } from '../../../../test/support/logout-receiver.ts';
import {
  type AppFixture,
  enter,
  openAppFixture,
  type RegisteredApp,
  registerApp,
} from '../../../../test/support/relying-party.ts';
import { instantAt } from '../../../platform/kernel/clock.ts';
import { days, hours } from '../../../platform/kernel/durations.ts';

const PRIVATE = { SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' };

interface Told {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
}

/** The verified logout token of a request body. */
async function toldBy(fixture: AppFixture, body = ''): Promise<Told> {
  const token = new URLSearchParams(body).get('logout_token') ?? '';
  const [header = '', claims = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { keys } = (await fixture.service.call('GET /.well-known/jwks.json')).body;
  const jwk = keys.find(({ kid }: { kid: string }) => kid === read(header).kid);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  assert.ok(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')));
  return { header: read(header), claims: read(claims) };
}

async function open(t: TestContext, members: Record<string, unknown> = {}) {
  const receiver = await startLogoutReceiver(t);
  const fixture = await openAppFixture(t, PRIVATE);
  const app = await registerApp(fixture, { backchannel_logout_uri: receiver.url, trusted: true, ...members });
  return { receiver, fixture, app };
}

const listed = async (fixture: AppFixture, app: RegisteredApp) =>
  (await fixture.service.call(`GET /api/admin/applications/${app.id}/logouts`, { token: fixture.boss })).body;

test('an application is notified of a sign-out by a logout token that names the sign-in', async (t) => {
  const { receiver, fixture, app } = await open(t);
  const { service } = fixture;
  const discovery = (await service.call('GET /oidc/.well-known/openid-configuration')).body;
  assert.deepEqual(
    [discovery.backchannel_logout_supported, discovery.backchannel_logout_session_supported],
    [true, true],
  );
  const { tokens } = await enter(fixture, app);
  const idClaims = tokens.claims();
  assert.match(String(idClaims?.sid), /^[\w-]{24}$/);
  await service.call('POST /api/auth/logout', { token: fixture.member });
  await service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 1);
  const { header, claims } = await toldBy(fixture, receiver.bodies[0]);
  assert.deepEqual([header.alg, header.typ], ['RS256', 'logout+jwt']);
  const { iat, exp, jti, ...rest } = claims;
  assert.deepEqual(rest, {
    iss: 'http://127.0.0.1:8080/oidc',
    aud: app.id,
    sub: idClaims?.sub,
    sid: idClaims?.sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  assert.deepEqual([typeof jti, Number(exp) - Number(iat)], ['string', 120]);
  const { items, total } = await listed(fixture, app);
  assert.equal(total, 1);
  const [{ id: _, created_at, tried_at, due_at, ...shown }] = items;
  assert.ok(created_at <= tried_at && due_at === created_at);
  const whose = { user_id: fixture.memberId, user_name: 'Ana Čavić' };
  assert.deepEqual(shown, { state: 'delivered', attempts: 1, last_error: null, ...whose });
  await service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 1, 'once');
  const kept = await service.database.read.selectFrom('logout_notices').selectAll().execute();
  assert.deepEqual(
    kept.map(({ subject, session_id }) => [subject, session_id]),
    [['', '']],
  );
});

/** Every way in which others end a person's sign-in. */
const ENDINGS: Readonly<Record<string, (fixture: AppFixture, app: RegisteredApp) => Promise<{ status: number }>>> = {
  suspension: ({ service, boss, memberId }) =>
    service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: {} }),
  'another role': ({ service, boss, memberId }) =>
    service.call(`PUT /api/admin/users/${memberId}/role`, { token: boss, body: { role: 'guest' } }),
  'a reset password': ({ service, boss, memberId }) =>
    service.call(`POST /api/admin/users/${memberId}/reset-password`, { token: boss, body: {} }),
  deletion: ({ service, boss, memberId }) => service.call(`DELETE /api/admin/users/${memberId}`, { token: boss }),
  'withdrawn consent': ({ service, member: token }, { id }) =>
    service.call(`DELETE /api/users/me/applications/${id}`, { token }),
  'a scope taken away': ({ service, boss }, { id }) =>
    service.call(`PUT /api/admin/applications/${id}`, { token: boss, body: { scopes: [] } }),
  'an end that has come': ({ service, boss }, { id }) =>
    service.call(`PUT /api/admin/applications/${id}`, {
      token: boss,
      body: { ends_at: instantAt(service.clock.now() - 1000) },
    }),
  'a narrower door': ({ service, boss }, { id }) =>
    service.call(`PUT /api/admin/applications/${id}`, { token: boss, body: { who: { roles: ['admin'] } } }),
  'the end of the application': ({ service, boss }, { id }) =>
    service.call(`DELETE /api/admin/applications/${id}`, { token: boss }),
};

test('the application is notified once, whoever ends the sign-in and however', async (t) => {
  const receiver = await startLogoutReceiver(t);
  const fixture = await openAppFixture(t, PRIVATE);
  for (const [name, end] of Object.entries(ENDINGS)) {
    const email = `${Object.keys(ENDINGS).indexOf(name)}@example.hr`;
    const { id: memberId } = await fixture.service.addPerson({ email });
    const own = { ...fixture, memberId, member: await fixture.service.tokenOf(email) };
    const app = await registerApp(own, { backchannel_logout_uri: receiver.url });
    await enter(own, app);
    receiver.bodies.length = 0;
    const ended = await end(own, app);
    assert.ok(ended.status < 300, `${name}: ${JSON.stringify(ended)}`);
    await fixture.service.logouts.deliverDue();
    assert.equal(receiver.bodies.length, 1, name);
    const { claims } = await toldBy(own, receiver.bodies[0]);
    assert.deepEqual([claims.sub, claims.aud], [String(memberId), app.id], name);
  }
});

test('an application that is unavailable for a day is notified when it is back; retries end after three days', async (t) => {
  const { receiver, fixture, app } = await open(t);
  receiver.answerWith(503);
  await enter(fixture, app);
  await fixture.service.call('POST /api/auth/logout', { token: fixture.member });
  await fixture.service.logouts.deliverDue();
  const first = (await listed(fixture, app)).items[0];
  assert.deepEqual([first.state, first.attempts, first.last_error], ['queued', 1, 'HTTP 503']);
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 1, 'not before it is due');
  fixture.service.clock.advance(days(1));
  receiver.answerWith(204);
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 2);
  const [one, two] = [await toldBy(fixture, receiver.bodies[0]), await toldBy(fixture, receiver.bodies[1])];
  assert.notEqual(one.claims.jti, two.claims.jti);
  assert.ok(Number(two.claims.iat) - Number(one.claims.iat) >= 86_400, 'made anew, or it would have run out');
  receiver.answerWith(500);
  const token = await fixture.service.tokenOf('ana@example.hr');
  await enter({ ...fixture, member: token }, app);
  await fixture.service.call('POST /api/auth/logout', { token });
  for (let hour = 0; hour < 80; hour++) {
    await fixture.service.logouts.deliverDue();
    fixture.service.clock.advance(hours(1));
  }
  const given = (await listed({ ...fixture, boss: await fixture.service.tokenOf('gazda@example.hr') }, app)).items[0];
  assert.deepEqual([given.state, given.last_error], ['failed', 'HTTP 500']);
  assert.ok(given.attempts > 60 && given.attempts < 90, String(given.attempts));
});

test('a notice that a clock wrote which was years ahead is delivered when it is right again', async (t) => {
  const { receiver, fixture, app } = await open(t);
  const { clock } = fixture.service;
  clock.advance(days(800));
  const member = await fixture.service.tokenOf('ana@example.hr');
  await enter({ ...fixture, member }, app);
  await fixture.service.call('POST /api/auth/logout', { token: member });
  receiver.answerWith(503);
  await fixture.service.logouts.deliverDue();
  clock.advance(-days(800));
  receiver.answerWith(204);
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 2);
  const boss = await fixture.service.tokenOf('gazda@example.hr');
  const [notice] = (await listed({ ...fixture, boss }, app)).items;
  assert.deepEqual([notice.state, notice.attempts], ['delivered', 2]);
});

test('a refusal is final, a new address is used at once, and private networks are not contacted', async (t) => {
  const { receiver, fixture, app } = await open(t);
  const { service } = fixture;
  const leave = async () => {
    const token = await service.tokenOf('ana@example.hr');
    await enter({ ...fixture, member: token }, app);
    await service.call('POST /api/auth/logout', { token });
    await service.logouts.deliverDue();
    return (await listed(fixture, app)).items[0];
  };
  receiver.answerWith(400);
  assert.deepEqual(await leave().then(({ state, last_error }) => [state, last_error]), ['refused', 'HTTP 400']);
  const change = async (backchannel_logout_uri: string | null) => {
    const token = await service.tokenOf('gazda@example.hr');
    return service.call(`PUT /api/admin/applications/${app.id}`, { token, body: { backchannel_logout_uri } });
  };
  assert.equal((await change('https://10.0.0.7/odjava')).status, 200);
  assert.deepEqual(await leave().then(({ state, last_error }) => [state, last_error]), ['queued', 'address_private']);
  receiver.answerWith(200);
  assert.equal((await change(receiver.url)).status, 200);
  service.clock.advance(hours(1));
  await service.logouts.deliverDue();
  const later = { ...fixture, boss: await service.tokenOf('gazda@example.hr') };
  assert.equal((await listed(later, app)).items[0].state, 'delivered');
  for (const address of ['http://klub.hr/odjava', 'https://klub.hr/#x', 'javascript:alert(1)', '/odjava'])
    assert.equal((await change(address)).status, 422, address);
  assert.equal((await change(null)).status, 200);
  const count = receiver.bodies.length;
  const token = await service.tokenOf('ana@example.hr');
  await enter({ ...fixture, member: token }, app);
  await service.call('POST /api/auth/logout', { token });
  await service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, count, 'it does not want to know any more');
});

test('only managers of an application see its logout notices', async (t) => {
  const { fixture, app } = await open(t);
  const club = await fixture.service.addTenant('Klub');
  await fixture.service.addPerson({ email: 'uprava@klub.hr', role: 'admin', tenantId: club.id });
  const path = `GET /api/admin/applications/${app.id}/logouts`;
  const admin = await fixture.service.tokenOf('uprava@klub.hr');
  assert.equal((await fixture.service.call(path, { token: admin })).status, 404);
  assert.equal((await fixture.service.call(path, { token: fixture.member })).status, 403);
});

test('after restricting an application, only the sign-ins of people it excludes are ended and notified', async (t) => {
  const { receiver, fixture, app } = await open(t, { scopes: ['offline_access'] });
  const { service } = fixture;
  const { id: memberId } = await service.addPerson({ email: 'uprava@example.hr', role: 'admin' });
  const admin = { ...fixture, memberId, member: await service.tokenOf('uprava@example.hr') };
  const shutOut = await enter(fixture, app, { more: { scope: 'openid offline_access' } });
  const stays = await enter(admin, app, { more: { scope: 'openid offline_access' } });
  const change = (who: object) =>
    service.call(`PUT /api/admin/applications/${app.id}`, { token: fixture.boss, body: { who } });
  assert.equal((await change({ roles: ['admin', 'superadmin'], tenant_ids: [1] })).status, 200);
  await service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 1);
  assert.equal((await toldBy(fixture, receiver.bodies[0])).claims.sub, String(fixture.memberId));
  assert.equal((await change({})).status, 200, 'and the door is open again');
  const { config } = shutOut;
  assert.equal((await tokenIntrospection(config, shutOut.tokens.access_token)).active, false);
  await assert.rejects(refreshTokenGrant(config, shutOut.tokens.refresh_token ?? ''), 'what ended does not come back');
  assert.equal((await tokenIntrospection(config, stays.tokens.access_token)).active, true);
  assert.ok((await refreshTokenGrant(config, stays.tokens.refresh_token ?? '')).access_token);
  await service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 1);
});
