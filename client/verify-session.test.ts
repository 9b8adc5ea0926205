import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import express from 'express';
import fastify from 'fastify';
import { parseInstant } from '../src/platform/kernel/clock.ts';
import { fetchFrom, openAppFixture } from '../test/support/relying-party.ts';
import { type RegisteredService, registerService, serviceToken } from '../test/support/service-fixture.ts';
import type { TestService } from '../test/support/test-service.ts';
import { ApiError } from './api-error.ts';
import { requireSession, sessionHook } from './session-middleware.ts';
import type { VerifySession } from './verified-session.ts';
import { sessionByIntrospection, sessionByKeySet } from './verify-session.ts';

const baseUrl = 'http://127.0.0.1:8080';

const asking = (service: TestService, { id, secret }: RegisteredService, calls: string[] = []): VerifySession =>
  sessionByIntrospection({
    baseUrl,
    clientId: id,
    clientSecret: secret,
    now: () => service.clock.now(),
    fetch: counted(service, calls),
  });

const counted = (service: TestService, calls: string[]): typeof fetch => {
  const send = fetchFrom(service) as typeof fetch;
  return async (url, init) => {
    calls.push(new URL(String(url)).pathname);
    return send(url, init);
  };
};

const SESSION = { kind: 'user', serviceId: undefined, tenantId: 1, role: 'member', tier: 3, scopes: [] };

test('by introspection what has ended counts at the next request', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member, memberId, boss } = fixture;
  const calls: string[] = [];
  const registered = await registerService(fixture, ['introspect']);
  const verify = asking(service, registered, calls);
  const { expiresAt = 0, ...session } = (await verify(member)) ?? { expiresAt: 0 };
  assert.deepEqual(session, { ...SESSION, userId: memberId });
  assert.ok(expiresAt * 1000 > service.clock.now());
  await verify(member);
  assert.deepEqual(calls, ['/oidc/token', '/api/introspect', '/api/introspect'], 'one token for many questions');
  const other = await serviceToken(service, await registerService(fixture, ['stats:read']));
  assert.deepEqual([(await verify(other))?.kind, (await verify(other))?.scopes], ['service', ['stats:read']]);
  await service.call('POST /api/auth/logout', { token: member });
  assert.equal(await verify(member), undefined);
  for (const token of ['', 'x', `${boss}x`, boss.slice(0, -1), `${boss.split('.').slice(0, 2).join('.')}.`])
    assert.equal(await verify(token), undefined, token);
  await service.addPerson({ email: 'nova@klub.hr' });
  const signedIn = (await service.signIn('nova@klub.hr')).body;
  assert.equal(await verify(signedIn.refresh_token), undefined, 'a refresh token is no session');
  assert.ok(await verify(signedIn.access_token));
  await service.database.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ must_change_pwd_at: parseInstant('2026-01-01T00:00:00.000Z') })
      .where('email', '=', 'nova@klub.hr')
      .execute(),
  );
  assert.equal(await verify(signedIn.access_token), undefined, 'somebody with something to do first');
});

test('a service learns nothing of another tenant, and no more once its secret is replaced', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss } = fixture;
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'uprava@klub.hr', role: 'admin', tenantId: club.id });
  const admin = await service.tokenOf('uprava@klub.hr');
  const registered = await registerService({ service, boss: admin }, ['introspect']);
  const verify = asking(service, registered);
  assert.equal((await verify(admin))?.tenantId, club.id);
  assert.equal(await verify(boss), undefined);
  assert.equal(await verify(await serviceToken(service, await registerService(fixture, ['stats:read']))), undefined);
  await service.call(`POST /api/admin/applications/${registered.id}/secret`, { token: admin });
  await assert.rejects(verify(admin), (error) => error instanceof ApiError && error.code === 'invalid_client');
});

test('by the key set nobody is asked, and what has ended is good until the token runs out', async (t) => {
  const { service, member, memberId } = await openAppFixture(t);
  const calls: string[] = [];
  const verify = sessionByKeySet({ baseUrl, fetch: counted(service, calls), now: () => service.clock.now() });
  assert.equal((await verify(member))?.userId, memberId);
  await service.call('POST /api/auth/logout', { token: member });
  assert.ok(await verify(member));
  assert.deepEqual(calls, ['/.well-known/jwks.json']);
  const [header = '', payload = '', signature = ''] = member.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const forged = {
    'of a stronger role': `${header}.${encode({ ...claims, role: 'superadmin', tier: 0 })}.${signature}`,
    'without an algorithm': `${encode({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.${signature}`,
    'by an unknown key': `${encode({ alg: 'EdDSA', typ: 'at+jwt', kid: 'nema' })}.${payload}.${signature}`,
    'of no JSON': `${header}.e30x.${signature}`,
    empty: '',
  };
  for (const [name, token] of Object.entries(forged)) assert.equal(await verify(token), undefined, name);
  await service.addPerson({ email: 'nova@klub.hr' });
  assert.equal(await verify((await service.signIn('nova@klub.hr')).body.refresh_token), undefined);
  const elsewhere = sessionByKeySet({ baseUrl: 'https://drugdje.hr', fetch: counted(service, []) });
  assert.equal(await elsewhere(member), undefined, 'of another issuer');
  service.clock.advance(16 * 60_000);
  assert.equal(await verify(member), undefined, 'run out');
});

async function listening(t: TestContext, app: ReturnType<typeof express>): Promise<string> {
  const server = app.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('Express and Fastify let by who may', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member, boss } = fixture;
  const verify = asking(service, await registerService(fixture, ['introspect']));
  const robot = await serviceToken(service, await registerService(fixture, ['documents:read']));
  const rules = { weakestTier: 1, serviceScope: 'documents:read' };
  const shop = express();
  shop.use(requireSession(verify, rules));
  shop.get('/', (request, response) => {
    response.json((request as { iskaznica?: unknown }).iskaznica);
  });
  const origin = await listening(t, shop);
  const results = fastify();
  t.after(() => results.close());
  results.addHook('onRequest', sessionHook(verify, rules));
  results.get('/', async (request) => (request as { iskaznica?: unknown }).iskaznica);
  const byExpress = async (authorization?: string) => {
    const answer = await fetch(origin, authorization === undefined ? {} : { headers: { authorization } });
    return { status: answer.status, challenge: answer.headers.get('www-authenticate'), body: await answer.json() };
  };
  const byFastify = async (authorization?: string) => {
    const answer = await results.inject({
      url: '/',
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    });
    const challenge = answer.headers['www-authenticate'] ?? null;
    return { status: answer.statusCode, challenge, body: answer.json() };
  };
  for (const ask of [byExpress, byFastify]) {
    const nobody = await ask();
    assert.deepEqual([nobody.status, nobody.challenge, nobody.body.code], [401, 'Bearer', 'auth.missing']);
    assert.equal((await ask('Basic eDp4')).status, 401);
    assert.equal((await ask('Bearer x')).body.code, 'auth.invalid');
    assert.equal((await ask(`Bearer ${member}`)).status, 403);
    assert.equal((await ask(`Bearer ${boss}`)).body.role, 'superadmin');
    assert.equal((await ask(`Bearer ${robot}`)).body.kind, 'service');
  }
});

test('an accounts service that is away makes nobody a stranger', async () => {
  const verify = sessionByIntrospection({
    baseUrl: 'http://127.0.0.1:9',
    clientId: 'x',
    clientSecret: 'x',
    fetch: () => Promise.reject(new Error('connection refused')),
  });
  const app = fastify();
  app.addHook('onRequest', sessionHook(verify));
  app.get('/', async () => 'in');
  const token = `a.b.${'c'.repeat(86)}`;
  const answer = await app.inject({ url: '/', headers: { authorization: `Bearer ${token}` } });
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '2']);
  await app.close();
});
