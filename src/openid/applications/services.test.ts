import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAppFixture } from '../../../test/support/relying-party.ts';
import { askForToken, registerService, serviceToken } from '../../../test/support/service-fixture.ts';
import { SERVICE_SCOPES } from '../../platform/http/caller.ts';

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

test('a service gets an access token with its scopes, with an audit record', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss } = fixture;
  const registered = await registerService(fixture, ['stats:read', 'users:read']);
  const answer = await askForToken(service, registered);
  assert.equal(answer.status, 200, answer.text);
  const { access_token: token, ...rest } = answer.body;
  assert.deepEqual(rest, { expires_in: rest.expires_in, token_type: 'Bearer', scope: 'users:read stats:read' });
  assert.ok(rest.expires_in > 800 && rest.expires_in <= 900);
  const { sub, client_id, scope, typ, tenant_id, role, tier, iss, aud } = claimsOf(token);
  assert.deepEqual(
    { sub, client_id, scope, typ, tenant_id, role, tier, iss, aud },
    {
      sub: `app:${registered.id}`,
      client_id: registered.id,
      scope: rest.scope,
      typ: 'access',
      tenant_id: 1,
      role: 'admin',
      tier: 1,
      iss: 'http://127.0.0.1:8080',
      aud: 'http://127.0.0.1:8080',
    },
  );
  const acting = { id: registered.id, name: 'Rezultati' };
  const records = await service.audit.take();
  assert.deepEqual(
    records.map(({ action, actor_id, meta }) => [action, actor_id, meta]),
    [
      [
        'application.token',
        null,
        { application_id: registered.id, name: 'Rezultati', scopes: ['users:read', 'stats:read'], service: acting },
      ],
    ],
  );
  const shown = await service.call(`GET /api/admin/applications/${registered.id}`, { token: boss });
  assert.deepEqual(
    [shown.body.kind, shown.body.scopes, shown.body.keeps_secret, shown.body.last_used_at !== null],
    ['service', ['users:read', 'stats:read'], true, true],
  );
  assert.equal((await service.call('GET /api/admin/stats', { token })).status, 200);
  assert.equal((await service.call('GET /api/admin/users', { token })).status, 200);
});

test('a service may request fewer scopes, and never gets more', async (t) => {
  const fixture = await openAppFixture(t);
  const { service } = fixture;
  const registered = await registerService(fixture, ['stats:read', 'users:read']);
  const less = await askForToken(service, registered, { scope: 'stats:read' });
  assert.equal(less.body.scope, 'stats:read');
  const refused = await service.call('GET /api/admin/users', { token: less.body.access_token });
  assert.deepEqual([refused.status, refused.body.code], [403, 'access.scope']);
  assert.equal(refused.headers['www-authenticate'], 'Bearer error="insufficient_scope", scope="users:read"');
  for (const scope of ['users:write', 'stats:read users:write', 'openid', 'sve']) {
    const more = await askForToken(service, registered, { scope });
    assert.deepEqual([more.status, more.body.error], [400, 'invalid_scope'], scope);
  }
  const nothing = await registerService(fixture, []);
  assert.equal((await askForToken(service, nothing)).body.error, 'invalid_scope');
});

test('ending or restricting a service takes effect at the next call', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss } = fixture;
  const path = '/api/admin/applications';
  const change = (id: string, body: object) => service.call(`PUT ${path}/${id}`, { token: boss, body });
  const ends = {
    removal: (id: string) => service.call(`DELETE ${path}/${id}`, { token: boss }),
    secret: (id: string) => service.call(`POST ${path}/${id}/secret`, { token: boss }),
    ends_at: (id: string) => change(id, { ends_at: '2020-01-01T00:00:00.000Z' }),
  };
  for (const [name, end] of Object.entries(ends)) {
    const registered = await registerService(fixture, ['stats:read']);
    const token = await serviceToken(service, registered);
    const stats = () => service.call('GET /api/admin/stats', { token });
    assert.equal((await stats()).status, 200);
    assert.ok((await end(registered.id)).status < 300, name);
    const refused = await stats();
    assert.deepEqual([refused.status, refused.body.code], [401, 'auth.revoked'], name);
    assert.equal((await askForToken(service, registered)).status, 401, name);
  }
  const registered = await registerService(fixture, ['stats:read', 'users:read']);
  const token = await serviceToken(service, registered);
  await change(registered.id, { scopes: ['users:read'] });
  assert.equal((await service.call('GET /api/admin/stats', { token })).body.code, 'access.scope');
  assert.equal((await service.call('GET /api/admin/users', { token })).status, 200);
  service.clock.advance(16 * 60_000);
  assert.equal((await service.call('GET /api/admin/users', { token })).body.code, 'auth.expired');
});

test('services cannot call routes for people, nor people those for services', async (t) => {
  const fixture = await openAppFixture(t, { SVC_GOOGLE_CLIENT_ID: 'iskaznica' });
  const { service, boss } = fixture;
  const token = await serviceToken(service, await registerService(fixture, SERVICE_SCOPES));
  const forPeople = service.routes.filter(({ access }) => access.kind !== 'open' && access.scope === undefined);
  assert.ok(forPeople.length > 90, `${forPeople.length}`);
  for (const { method, path } of forPeople) {
    const target = `${method} ${path.replaceAll(/:\w+/g, '1')}`;
    const answer = await service.call(target, { token });
    assert.deepEqual([target, answer.status, answer.body.code], [target, 403, 'access.service']);
  }
  for (const route of service.routes) {
    if (route.access.kind === 'open' || route.access.scope === undefined) continue;
    assert.doesNotMatch(route.path, /^\/api\/(?:users\/me|auth)/);
    assert.notEqual(route.requiresReauth, 'always', route.path);
  }
  const asPerson = await service.call('POST /api/introspect', { token: boss, body: { token } });
  assert.deepEqual([asPerson.status, asPerson.body.code], [403, 'access.role']);
  const forged = token.split('.').with(1, Buffer.from('{"sub":"app:x"}').toString('base64url')).join('.');
  assert.equal((await service.call('GET /api/admin/stats', { token: forged })).body.code, 'auth.invalid');
  assert.deepEqual(await service.audit.actions(), []);
});

test('acts that require re-authentication are for people, even if only some calls of a route do', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, memberId } = fixture;
  const registered = await registerService(fixture, SERVICE_SCOPES);
  const token = await serviceToken(service, registered);
  const person = (role: string) => ({ email: `${role}@klub.hr`, ime: 'Nova', prezime: 'Osoba', role });
  const create = (role: string) => service.call('POST /api/admin/users', { token, body: person(role) });
  const made = await create('member');
  assert.equal(made.status, 201, made.text);
  const [created, invited] = await service.audit.take();
  const acting = { name: 'Rezultati', id: registered.id };
  assert.deepEqual([created?.action, created?.actor_id, created?.meta.service], ['user.create', null, acting]);
  assert.deepEqual([invited?.action, invited?.actor_id, invited?.meta.service], ['user.invite', null, acting]);
  for (const role of ['manager', 'admin', 'superadmin']) {
    const refused = await create(role);
    assert.deepEqual([refused.status, refused.body.code], [403, 'access.service'], role);
  }
  // Ana has a password: a link for her would open her account.
  const link = await service.call(`POST /api/admin/users/${memberId}/invite`, { token });
  assert.deepEqual([link.status, link.body.code], [403, 'access.service']);
  assert.deepEqual(await service.audit.actions(), []);
});

test('other applications and ended services get no token', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss } = fixture;
  const registered = await registerService(fixture, ['stats:read']);
  const wrong = await askForToken(service, { ...registered, secret: `${registered.secret.slice(0, -1)}!` });
  assert.deepEqual([wrong.status, wrong.body.error], [401, 'invalid_client']);
  assert.equal((await askForToken(service, { id: 'nema', secret: 'x' })).status, 401);
  const web = await service.call('POST /api/admin/applications', {
    token: boss,
    body: { name: 'Trgovina', kind: 'web', redirect_uris: ['https://trgovina.hr/povratak'] },
  });
  const secret = await service.call(`POST /api/admin/applications/${web.body.id}/secret`, { token: boss });
  const asWeb = await askForToken(service, { id: web.body.id, secret: secret.body.client_secret });
  assert.deepEqual([asWeb.status, asWeb.body.error], [400, 'invalid_request']);
  const code = new URLSearchParams({
    client_id: registered.id,
    response_type: 'code',
    redirect_uri: 'https://trgovina.hr/povratak',
    scope: 'openid',
  });
  assert.equal((await service.call(`GET /oidc/auth?${code}`)).status, 400, 'nobody signs in to it');
});

test('requesting tokens too often is limited', async (t) => {
  const fixture = await openAppFixture(t);
  const registered = await registerService(fixture, ['stats:read']);
  const statuses = new Map<number, number>();
  for (let count = 0; count < 62; count++) {
    const { status, headers } = await askForToken(fixture.service, registered);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 429) assert.ok(Number(headers['retry-after']) >= 1);
  }
  assert.deepEqual(
    [...statuses],
    [
      [200, 60],
      [429, 2],
    ],
  );
});

test('the registration of a service has scopes, and nothing about people', async (t) => {
  const { service, boss } = await openAppFixture(t);
  const tried = async (members: object) => {
    const body = { name: 'Rezultati', kind: 'service', ...members };
    const answer = await service.call('POST /api/admin/applications', { token: boss, body });
    return answer.status === 422
      ? `${answer.body.detail[0].loc.join('.')} ${answer.body.detail[0].type}`
      : answer.status;
  };
  assert.equal(await tried({ scopes: ['users:read'] }), 201);
  assert.equal(await tried({ scopes: ['email'] }), 'body.scopes scope');
  assert.equal(
    await tried({ kind: 'web', redirect_uris: ['https://a.hr/'], scopes: ['users:read'] }),
    'body.scopes scope',
  );
  assert.equal(await tried({ tenant_id: null }), 'body.tenant_id missing');
  assert.equal(await tried({ redirect_uris: ['https://a.hr/'] }), 'body.redirect_uris service');
  assert.equal(await tried({ trusted: true }), 'body.trusted service');
  assert.equal(await tried({ who: { roles: ['member'] } }), 'body.who service');
});

test('every scope opens at least one route, and its description lists them', async (t) => {
  const { service } = await openAppFixture(t);
  const { body } = await service.call('GET /api/scopes');
  assert.deepEqual(
    body.items.map(({ scope }: { scope: string }) => scope),
    [...SERVICE_SCOPES],
  );
  for (const { scope, routes } of body.items) assert.ok(routes.length > 0, scope);
  const { routes } = body.items.at(-1);
  assert.deepEqual(
    routes.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`),
    ['POST /api/introspect'],
  );
});
