import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { providerBody } from '../../../test/support/oidc-browser.ts';
import {
  OIDC_CLIENT,
  OIDC_ENV,
  OIDC_SECRET,
  type OidcIssuer,
  startOidcIssuer,
} from '../../../test/support/oidc-issuer.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const PATH = '/api/admin/identity-providers';

interface Setting {
  readonly service: TestService;
  readonly issuer: OidcIssuer;
  readonly token: string;
  readonly adminId: number;
  add(more?: object): ReturnType<TestService['call']>;
}

async function start(t: TestContext, env: Record<string, string> = OIDC_ENV): Promise<Setting> {
  const service = await startTestService(t, env);
  const issuer = await startOidcIssuer(t, service.clock);
  const { id: adminId } = await service.addPerson({ email: 'gazda@savez.hr', role: 'superadmin' });
  const token = await service.tokenOf('gazda@savez.hr');
  const add: Setting['add'] = (more) => service.call(`POST ${PATH}`, { token, body: providerBody(issuer, more) });
  return { service, issuer, token, adminId, add };
}

test('a superadmin adds a provider, changes it and removes it; its secret is never shown', async (t) => {
  const { service, issuer, token, adminId, add } = await start(t);
  const at = nowOf(service.clock);
  const added = await add({
    linking: 'verified_email',
    domains: ['Klub.HR', '@klub.hr', 'čavoglave.hr'],
    scopes: ['email'],
  });
  assert.equal(added.status, 201);
  assert.deepEqual(added.body, {
    key: 'klub',
    name: 'Klub Zagreb',
    issuer: issuer.issuer,
    client_id: OIDC_CLIENT,
    scopes: ['openid', 'email'],
    linking: 'verified_email',
    domains: ['klub.hr', 'xn--avoglave-jbb.hr'],
    callback_url: 'http://127.0.0.1:8080/login/with/klub/callback',
    created_at: at,
    updated_at: at,
  });
  const listed = await service.call(`GET ${PATH}`, { token });
  assert.deepEqual(listed.body, { items: [added.body] });
  const open = await service.call('GET /api/auth/identity-providers');
  assert.deepEqual([open.status, open.body], [200, { items: [{ key: 'klub', name: 'Klub Zagreb' }] }]);
  const changed = await service.call(`PUT ${PATH}/klub`, {
    token,
    body: { name: 'Klub', issuer: issuer.issuer, linking: 'never', domains: [], client_secret: 'nova tajna' },
  });
  assert.deepEqual([changed.status, changed.body.name, changed.body.linking], [200, 'Klub', 'never']);
  const rows = await service.database.read.selectFrom('identity_providers').selectAll().execute();
  for (const text of [JSON.stringify(rows), added.text, changed.text, listed.text])
    assert.ok(!text.includes(OIDC_SECRET) && !text.includes('nova tajna'));
  const removed = await service.call(`DELETE ${PATH}/klub`, { token });
  assert.equal(removed.status, 204);
  const told = { user_id: null, actor_id: adminId };
  const about = { key: 'klub', issuer: issuer.issuer };
  assert.deepEqual(await service.audit.take(), [
    {
      action: 'identity_provider.create',
      ...told,
      meta: { ...about, name: 'Klub Zagreb', linking: 'verified_email', domains: ['klub.hr', 'xn--avoglave-jbb.hr'] },
    },
    {
      action: 'identity_provider.update',
      ...told,
      meta: { ...about, changed: { name: 'Klub', linking: 'never', domains: [] }, secret_replaced: true },
    },
    { action: 'identity_provider.delete', ...told, meta: { ...about, name: 'Klub' } },
  ]);
  assert.deepEqual((await service.call(`GET ${PATH}`, { token })).body, { items: [] });
  for (const target of [`PUT ${PATH}/klub`, `DELETE ${PATH}/klub`, `POST ${PATH}/klub/test`]) {
    const missing = await service.call(target, { token, ...(target.startsWith('PUT') ? { body: {} } : {}) });
    assert.deepEqual([missing.status, missing.body.code], [404, 'identity_providers.not_found'], target);
  }
  assert.deepEqual(await service.audit.take(), []);
});

test('its key and issuer are each taken once, and the issuer stays', async (t) => {
  const { service, token, add } = await start(t);
  assert.equal((await add()).status, 201);
  await service.audit.forget();
  for (const more of [{ issuer: 'https://other.example' }, { key: 'other' }]) {
    const taken = await add(more);
    assert.deepEqual([taken.status, taken.body.code], [409, 'identity_providers.taken'], JSON.stringify(more));
  }
  const moved = await service.call(`PUT ${PATH}/klub`, { token, body: { issuer: 'https://other.example' } });
  assert.deepEqual([moved.status, moved.body.code], [409, 'identity_providers.issuer_fixed']);
  const many = await Promise.all(
    Array.from({ length: 24 }, (_, index) => add({ key: `klub-${index}`, issuer: `https://klub-${index}.example` })),
  );
  const codes = many.map(({ status, body }) => (status === 201 ? 'ok' : body.code)).sort();
  assert.deepEqual(codes, [
    ...Array.from({ length: 5 }, () => 'identity_providers.too_many'),
    ...Array.from({ length: 19 }, () => 'ok'),
  ]);
  assert.equal((await service.call(`GET ${PATH}`, { token })).body.items.length, 20);
  assert.equal((await service.call(`DELETE ${PATH}/klub`, { token })).status, 204);
  const again = await Promise.all(
    ['a', 'b', 'c'].map((name) => add({ key: `novi-${name}`, issuer: `https://${name}.example` })),
  );
  assert.deepEqual(again.map(({ status }) => status).sort(), [201, 409, 409], 'one that was removed makes room');
});

test('what cannot work is refused', async (t) => {
  const { add, service, token } = await start(t);
  const wrong: readonly (readonly [object, string])[] = [
    [{ key: 'Klub' }, 'key'],
    [{ key: '-klub' }, 'key'],
    [{ key: '../../klub' }, 'key'],
    [{ name: ' ' }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ issuer: 'http://issuer.example' }, 'issuer'],
    [{ issuer: 'https://issuer.example/?a=b' }, 'issuer'],
    [{ issuer: 'https://issuer.example/#' }, 'issuer'],
    [{ issuer: 'https://ana:tajna@issuer.example' }, 'issuer'],
    [{ issuer: 'javascript:alert(1)' }, 'issuer'],
    [{ client_secret: '' }, 'client_secret'],
    [{ scopes: ['a b'] }, '0'],
    [{ linking: 'always' }, 'linking'],
    [{ linking: 'verified_email' }, 'domains'],
    [{ linking: 'verified_email', domains: ['klub'] }, 'domains'],
    [{ domains: ['ana@klub.hr'] }, 'domains'],
  ];
  for (const [more, field] of wrong) {
    const answer = await add(more);
    assert.deepEqual([answer.status, answer.body.detail?.[0]?.loc.at(-1)], [422, field], JSON.stringify(more));
  }
  assert.equal((await add()).status, 201);
  await service.audit.forget();
  const emptied = await service.call(`PUT ${PATH}/klub`, { token, body: { linking: 'verified_email' } });
  assert.deepEqual([emptied.status, await service.audit.take()], [422, []]);
});

test('plain http is for loopback addresses that the operator permits', async (t) => {
  const { add } = await start(t, {});
  assert.equal((await add()).status, 422);
  const { add: addHere } = await start(t, { SVC_PRIVATE_ADDRESSES: '10.0.0.0/8' });
  assert.equal((await addHere({ issuer: 'http://idp.lan' })).status, 422);
});

test('acts on providers need a recent sign-in', async (t) => {
  const { service, token, add } = await start(t);
  assert.equal((await add()).status, 201);
  service.clock.advance(minutes(11)); // past ten minutes, within the token's life
  assert.equal((await add({ key: 'x', issuer: 'https://x.example' })).body.code, 'reauth.required');
  for (const method of ['PUT', 'DELETE']) {
    const answer = await service.call(`${method} ${PATH}/klub`, { token, ...(method === 'PUT' ? { body: {} } : {}) });
    assert.deepEqual([answer.status, answer.body.code], [403, 'reauth.required'], method);
  }
  assert.equal((await service.call(`POST ${PATH}/klub/test`, { token })).status, 200);
});

test('a test of the connection says what works', async (t) => {
  const { service, issuer, token, add } = await start(t);
  await add();
  await service.audit.forget();
  const { status, body } = await service.call(`POST ${PATH}/klub/test`, { token });
  const fine = (check: string) => ({ check, ok: true, problem: null, detail: null });
  assert.deepEqual([status, body], [200, { ok: true, checks: [fine('discovery'), fine('keys'), fine('client')] }]);
  const [entry, ...rest] = await service.audit.take();
  assert.deepEqual(
    [entry?.action, entry?.meta, rest],
    ['identity_provider.test', { key: 'klub', issuer: issuer.issuer, ok: true }, []],
  );
});

test('a test of the connection says what is wrong, in words', async (t) => {
  const { service, issuer, token, add } = await start(t);
  await add();
  const discovery = '/.well-known/openid-configuration';
  const test = async () => {
    await service.audit.forget();
    const { status, body } = await service.call(`POST ${PATH}/klub/test`, { token });
    assert.equal(status, 200);
    const last = body.checks.at(-1);
    assert.deepEqual([body.ok, last.ok, typeof last.detail], [false, false, 'string'], JSON.stringify(body));
    const [entry] = await service.audit.take();
    assert.deepEqual([entry?.meta.ok, entry?.meta.problem], [false, last.problem]);
    return [last.check, last.problem];
  };
  const said = (answer: Parameters<OidcIssuer['answerWith']>[1]) => {
    issuer.answerWith(discovery, answer);
    return test();
  };
  assert.deepEqual(await said((_request, response) => void response.writeHead(404).end()), ['discovery', 'status']);
  assert.deepEqual(
    await said((_request, response) => void response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end()),
    ['discovery', 'redirected'],
  );
  assert.deepEqual(
    await said((_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('no')),
    ['discovery', 'unreadable'],
  );
  assert.deepEqual(await said((_request, response) => void response.end(Buffer.alloc(10 * 1024 * 1024, 32))), [
    'discovery',
    'too_large',
  ]);
  assert.deepEqual(await said(() => {}), ['discovery', 'timed_out']);
  issuer.answerWith(discovery, undefined);
  const wrong: readonly (readonly [Record<string, unknown>, readonly [string, string]])[] = [
    [{ issuer: 'https://somebody.example' }, ['discovery', 'issuer_differs']],
    [{ token_endpoint: undefined }, ['discovery', 'endpoint_missing']],
    [{ jwks_uri: 'https://10.0.0.1/jwks' }, ['keys', 'address_private']],
    [{ jwks_uri: `${issuer.issuer}/nowhere` }, ['keys', 'status']],
    [{ token_endpoint: 'http://10.0.0.1/token' }, ['client', 'address_private']],
    [{ token_endpoint: `${issuer.issuer}/nowhere` }, ['client', 'status']],
  ];
  for (const [metadata, expected] of wrong) {
    issuer.habits = { metadata };
    assert.deepEqual(await test(), expected, JSON.stringify(metadata));
  }
  issuer.habits = {};
  issuer.answerWith('/jwks', (_request, response) => void response.end('{"keys":[]}'));
  assert.deepEqual(await test(), ['keys', 'no_keys']);
  issuer.answerWith('/jwks', undefined);
  await service.call(`PUT ${PATH}/klub`, { token, body: { client_secret: 'kriva' } });
  assert.deepEqual(await test(), ['client', 'client_refused']);
});

test('without permission no private address is asked', async (t) => {
  const { service, token, add } = await start(t, {});
  const server = createServer(() => assert.fail('it was asked'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  assert.equal((await add({ issuer: `https://127.0.0.1:${port}` })).status, 201);
  const { body } = await service.call(`POST ${PATH}/klub/test`, { token });
  assert.deepEqual([body.ok, body.checks[0].problem], [false, 'address_private']);
  const left = await service.call('GET /login/with/klub');
  assert.deepEqual([left.status, left.headers.location], [302, 'http://127.0.0.1:8080/login#error=unavailable']);
});
