import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PersonToCreate } from '../../src/accounts/users/person-to-create.ts';
import type { Route } from '../../src/platform/http/define-route.ts';
import { parseInstant } from '../../src/platform/kernel/clock.ts';
import { minutes } from '../../src/platform/kernel/durations.ts';
import type { Role } from '../../src/platform/kernel/role.ts';
import { formBody } from '../support/form-body.ts';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.ts';

/**
 * All routes, by whether they require recent authentication. A route missing from the three lists fails the test, so that
 * whoever adds one must decide.
 */
const ALWAYS = [
  'PUT /api/admin/factor-policy',
  ...['POST /api/users/me/email', 'POST /api/users/me/google', 'DELETE /api/users/me/google'],
  ...['POST /api/auth/2fa/setup', 'POST /api/auth/2fa/verify', 'POST /api/auth/2fa/disable'],
  'POST /api/auth/2fa/recovery-codes',
  ...['POST /api/users/me/passkeys/options', 'POST /api/users/me/passkeys', 'DELETE /api/users/me/passkeys/:id'],
  ...['PUT /api/admin/users/:id/role', 'DELETE /api/admin/users/:id/2fa'],
  'DELETE /api/admin/users/:id/passkeys',
  ...['POST /api/admin/users/:id/merge', 'POST /api/admin/users/:id/unmerge'],
  ...['GET /api/admin/invitations/export', 'GET /api/admin/mails/export'],
  ...['GET /api/admin/gdpr/erasure-requests/export', 'GET /api/admin/factor-policy/missing/export'],
  ...['GET /api/admin/users/export', 'GET /api/admin/audit/export', 'GET /api/admin/gdpr/users/:id/export'],
  'POST /api/admin/gdpr/erasure-requests/:id/approve',
  'GET /api/admin/bulk-acts/:id/report',
  ...['POST /api/users/me/identities', 'DELETE /api/users/me/identities/:key'],
  'POST /api/admin/identity-providers',
  ...['PUT', 'DELETE'].map((method) => `${method} /api/admin/identity-providers/:key`),
  ...['POST /api/admin/applications', 'PUT /api/admin/applications/:id', 'DELETE /api/admin/applications/:id'],
  'POST /api/admin/applications/:id/secret',
  ...['POST /api/admin/subscriptions', 'PUT /api/admin/subscriptions/:id', 'DELETE /api/admin/subscriptions/:id'],
  ...['pause', 'resume', 'secret', 'test', 'replay'].map((act) => `POST /api/admin/subscriptions/:id/${act}`),
  ...['PUT /api/admin/applications/:id/logo', 'DELETE /api/admin/applications/:id/logo'],
];
const SOMETIMES = [
  ...['POST /api/admin/users', 'POST /api/admin/users/bulk', 'POST /api/admin/users/:id/invite'],
  ...['POST /api/admin/users/:id/reset-password', 'POST /api/admin/invitations/:id/resend'],
  ...['POST /api/admin/mails/:id/resend', 'POST /api/admin/imports'],
  'POST /api/admin/imports/:id/run',
  'POST /api/admin/bulk-acts/:id/undo',
  'PATCH /api/admin/tenants/:id',
  ...['PUT /api/admin/users/:id', 'PATCH /api/admin/users/:id'],
  ...['POST /api/admin/users/:id/memberships', 'PATCH /api/admin/users/:id/memberships/:mid'],
  ...['restore', 'unsuspend', 'unlock'].map((act) => `POST /api/admin/users/:id/${act}`),
];
const NEVER = [
  ...['GET /health/live', 'GET /health/ready', 'GET /.well-known/jwks.json', 'GET /oidc/jwks', 'GET /api/openapi.json'],
  'GET /api/docs',
  ...['GET /metrics', 'GET /api/site', 'POST /api/auth/login', 'POST /api/auth/refresh', 'POST /api/auth/logout'],
  ...['POST /api/auth/reauthenticate', 'POST /api/auth/google', 'GET /api/users/me/google'],
  ...[
    'GET /api/auth/passkey',
    'GET /.well-known/webauthn',
    'GET /.well-known/passkey-endpoints',
    'GET /.well-known/change-password',
    'GET /api/auth/setup-password/passkey',
  ],
  ...['GET /api/auth/reauthenticate/passkey', 'POST /api/auth/reauthenticate/passkey'],
  ...['GET /api/users/me/passkeys', 'PATCH /api/users/me/passkeys/:id'],
  ...['GET /api/scopes', 'POST /api/introspect'],
  ...['POST /api/gdpr/consent', 'GET /api/users/me/gdpr-consent', 'GET /api/admin/gdpr/consents'],
  ...['POST /api/auth/change-password', 'GET /api/auth/2fa/status', 'POST /api/auth/forgot-password'],
  ...['GET /api/auth/reset-password', 'POST /api/auth/reset-password', 'POST /api/auth/password/reset'],
  ...['GET /api/auth/setup-password', 'POST /api/auth/setup-password', 'POST /setup-password/ask'],
  ...['POST /api/auth/me/avatar', 'DELETE /api/auth/me/avatar', 'GET /uploads/avatars/:name'],
  ...['GET /api/auth/me', 'PUT /api/auth/me', 'POST /api/users/me/email/confirm'],
  ...['GET /api/users/me/sessions', 'DELETE /api/users/me/sessions/:id', 'DELETE /api/users/me/sessions'],
  'DELETE /api/users/me/memberships/:id',
  ...['', '/:id/accept', '/:id/decline'].map(
    (tail) => `${tail === '' ? 'GET' : 'POST'} /api/users/me/invitations${tail}`,
  ),
  ...['', '/:id/accept', '/:id/decline'].map(
    (tail) => `${tail === '' ? 'GET' : 'POST'} /api/users/me/transfers${tail}`,
  ),
  'GET /api/admin/transfers',
  ...['', '/:id/release', '/:id/refuse', '/:id/withdraw'].map((tail) => `POST /api/admin/transfers${tail}`),
  ...['GET /api/admin/users/:id/memberships', 'DELETE /api/admin/users/:id/memberships/:mid'],
  ...['GET /api/users/me/gdpr-export', 'POST /api/users/me/gdpr-export', 'POST /api/users/me/gdpr-erase'],
  ...['POST /api/users/me/request-deletion', 'POST /api/users/me/erasure', 'GET /api/users/me/erasure'],
  ...['DELETE /api/users/me/erasure', 'GET /api/users/me/access-log'],
  ...['GET /api/users/me/sign-in-history', 'GET /api/users/me/contacts', 'POST /api/users/me/checked'],
  ...['', '/:id', '/:id/certificate'].map((tail) => `GET /api/admin/gdpr/erasure-requests${tail}`),
  ...['/reject', '/extend'].map((tail) => `POST /api/admin/gdpr/erasure-requests/:id${tail}`),
  'PUT /api/admin/gdpr/erasure-requests/:id/legal-hold',
  ...['', '/:id', '/:id/sessions', '/:id/passkeys'].map((tail) => `GET /api/admin/users${tail}`),
  ...['DELETE /api/admin/users/:id', 'POST /api/admin/users/:id/suspend', 'DELETE /api/admin/users/:id/sessions'],
  'GET /api/admin/users/selection',
  ...['', '/:id', '/:id/rows', '/:id/undo'].map((tail) => `GET /api/admin/bulk-acts${tail}`),
  ...['GET /api/admin/invitations', 'DELETE /api/admin/invitations/:id'],
  ...[
    'GET /api/admin/tenants/export',
    'GET /api/admin/imports/export',
    'GET /api/admin/tenants',
    'POST /api/admin/tenants',
    'PUT /api/admin/tenants/:id',
  ],
  ...['GET /api/admin/tenants/:id/first-steps', 'PUT /api/admin/tenants/:id/first-steps'],
  ...['GET /api/admin/tenants/:id', 'PUT /api/admin/tenants/:id/color', 'PUT /api/admin/tenants/:id/logo'],
  ...['DELETE /api/admin/tenants/:id/logo', 'GET /uploads/logos/:file'],
  'GET /uploads/application-logos/:file',
  ...['GET /api/admin/mails', 'GET /api/admin/mails/health', 'GET /api/admin/mails/:id'],
  ...[
    'GET /api/admin/audit',
    'GET /api/admin/audit/:id',
    'GET /api/admin/audit/actions',
    'GET /api/admin/audit/verify',
    'GET /api/admin/stats',
    'GET /api/admin/work',
    'GET /api/admin/duplicates',
    'GET /api/admin/merges',
  ],
  ...['GET /api/documents', 'GET /api/documents/:id', 'GET /api/documents/:id/file'],
  ...['GET /api/yearbooks', 'GET /api/yearbooks/:year/pdf'],
  ...['POST /api/admin/documents', 'PUT /api/admin/documents/:id', 'DELETE /api/admin/documents/:id'],
  ...['', '/:id', '/:id/undo', '/:id/rows', '/:id/events', '/:id/report.csv', '/:id/cells', '/:id/faulty.csv'].map(
    (tail) => `GET /api/admin/imports${tail}`,
  ),
  ...[
    ...['GET', 'POST'].map((method) => `${method} /api/admin/users/views`),
    ...['PATCH', 'DELETE'].map((method) => `${method} /api/admin/users/views/:id`),
    ...['POST', 'DELETE'].map((method) => `${method} /api/admin/users/views/:id/share`),
    'GET /api/admin/imports/mappings',
    'DELETE /api/admin/imports/mappings/:id',
    'POST /api/admin/imports/:id/undo',
    'POST /api/admin/imports/:id/check',
    'PATCH /api/admin/imports/:id/rows/:line',
  ],
  ...['GET /api/users/me/devices', 'DELETE /api/users/me/devices/:id'],
  ...['GET /login/new-device', 'POST /login/new-device'],
  ...['GET /login/take-back', 'POST /login/take-back'],
  ...['GET /login/with/:key', 'GET /login/with/:key/callback', 'GET /api/auth/identity-providers'],
  ...['GET /api/users/me/identities', 'GET /api/admin/identity-providers'],
  'POST /api/admin/identity-providers/:key/test',
  ...['', '/:id', '/:id/attempts'].map((tail) => `GET /api/admin/subscriptions${tail}`),
  ...['GET /api/events', 'GET /api/events/stream', 'GET /api/recipients/orders'],
  ...['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((method) => `${method} /ssf/stream`),
  ...['GET /ssf/status', 'POST /ssf/status', 'POST /ssf/verify', 'POST /ssf/poll/:id'],
  ...['POST /ssf/subjects/add', 'POST /ssf/subjects/remove', 'GET /.well-known/ssf-configuration/oidc'],
  ...['POST /api/recipients/orders/:id/receipt', 'POST /recipients/orders/:id/receipt'],
  ...['GET /api/admin/recipients', 'POST /api/admin/recipients', 'POST /api/admin/recipients/:id/people'],
  ...['POST /api/admin/orders/:id/by-hand', 'GET /api/admin/users/:id/recipients', 'GET /api/users/me/recipients'],
  ...['GET /api/admin/applications', 'GET /api/admin/applications/:id', 'GET /api/admin/applications/:id/logouts'],
  ...['GET /api/users/me/applications', 'DELETE /api/users/me/applications/:id'],
  ...['POST /api/users/me/applications/device', 'POST /api/users/me/applications/device/decision'],
  ...['/.well-known/openid-configuration', '/auth', '/auth/:uid', '/userinfo', '/logout', '/logout/success'].map(
    (path) => `GET /oidc${path}`,
  ),
  ...['/auth', '/token', '/device/auth', '/userinfo', '/introspect', '/revoke', '/logout/confirm'].map(
    (path) => `POST /oidc${path}`,
  ),
  ...['GET /oidc/interaction/:uid', 'GET /oidc/interaction/:uid/details'],
  ...['POST /oidc/interaction/:uid', 'POST /oidc/interaction/:uid/refuse'],
  ...['GET /api/privacy-policy', 'GET /api/admin/privacy-policies', 'POST /api/admin/privacy-policies'],
  ...['GET /api/admin/factor-policy', 'GET /api/admin/factor-policy/missing'],
  'POST /api/admin/factor-policy/missing/remind',
];

const GOOGLE = { SVC_GOOGLE_CLIENT_ID: 'klijent', SVC_GOOGLE_KEYS_URL: 'http://127.0.0.1:9/keys' };

const PASSKEY = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
};

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

test('every route is in exactly one list', async (t) => {
  const { routes } = await startTestService(t);
  const those = (wanted: (requiresReauth: Route['requiresReauth']) => boolean) =>
    routes.filter(({ requiresReauth }) => wanted(requiresReauth)).map(nameOf);
  assert.deepEqual(those((requires) => requires === 'always').sort(), ALWAYS.toSorted());
  assert.deepEqual(those((requires) => typeof requires === 'object').sort(), SOMETIMES.toSorted());
  assert.deepEqual(those((requires) => requires === undefined).sort(), NEVER.toSorted());
});

test('a stale token is refused by every route that always requires re-authentication, without effect', async (t) => {
  const service = await startTestService(t, GOOGLE);
  const { stale, refresh } = await staleSuperadmin(service);
  const { id } = await service.addPerson();
  const bodies: Record<string, unknown> = {
    'POST /api/users/me/email': { email: 'nova@example.hr' },
    'POST /api/users/me/google': { credential: 'x' },
    'POST /api/users/me/passkeys': { challenge_id: 'x', passkey: PASSKEY },
    'POST /api/auth/2fa/verify': { code: '123456' },
    'POST /api/auth/2fa/disable': { code: '123456' },
    'PUT /api/admin/users/:id/role': { role: 'guest' },
    'POST /api/admin/users/:id/merge': { into: 1 },
    'POST /api/users/me/identities': { ticket: 'x' },
    'PUT /api/admin/identity-providers/:key': {},
    'PUT /api/admin/factor-policy': { tenant_id: null, rules: [] },
  };
  const queries: Record<string, string> = {
    'GET /api/admin/users/export': '?format=csv',
    'GET /api/admin/invitations/export': '?format=csv',
    'GET /api/admin/mails/export': '?format=csv',
    'GET /api/admin/factor-policy/missing/export': '?format=csv',
    'GET /api/admin/gdpr/erasure-requests/export': '?format=csv',
    'GET /api/admin/audit/export': '?format=jsonl',
    'GET /api/admin/bulk-acts/:id/report': '?format=csv',
  };
  const send = (route: string, token: string) =>
    service.call(`${route.replace(':id', String(id))}${queries[route] ?? ''}`, { token, body: bodies[route] });
  for (const route of ALWAYS) {
    const { status, body } = await send(route, stale);
    assert.deepEqual([status, body.code], [403, 'reauth.required'], route);
  }
  assert.deepEqual([await service.audit.actions(), await service.mails.take()], [[], []]);
  const renewed = await refresh();
  assert.equal((await send('GET /api/admin/users/export', renewed)).status, 403, 'a refresh proves nothing');
  for (const route of ALWAYS) {
    await prove(service, renewed);
    assert.notEqual((await send(route, renewed)).body.code, 'reauth.required', route);
  }
});

interface Case {
  readonly what: string;
  readonly person: Partial<PersonToCreate>;
  readonly asks: boolean;
  readonly linked?: true;
}

const INVITED = { status: 'invited', passwordHash: null } as const;
const CASES: readonly Case[] = [
  { what: 'an invited member without a way in', person: INVITED, asks: false },
  { what: 'an invited guest without a way in', person: { ...INVITED, role: 'guest' }, asks: false },
  { what: 'an invited manager', person: { ...INVITED, role: 'manager' }, asks: true },
  { what: 'an invited admin', person: { ...INVITED, role: 'admin' }, asks: true },
  { what: 'an invited superadmin', person: { ...INVITED, role: 'superadmin' }, asks: true },
  { what: 'an active member', person: {}, asks: true },
  { what: 'an active member without a way in', person: { passwordHash: null }, asks: true },
  { what: 'a suspended member without a way in', person: { status: 'suspended', passwordHash: null }, asks: true },
  { what: 'an invited member with a password', person: { status: 'invited' }, asks: true },
  { what: 'an invited member with a linked identity', person: INVITED, linked: true, asks: true },
  { what: 'another superadmin', person: { role: 'superadmin' }, asks: true },
];

/** Every way to obtain a link for a new password. */
const ACTS: Readonly<
  Record<string, (service: TestService, id: number) => Promise<{ target: string; body?: unknown }>>
> = {
  invite: async (_service, id) => ({ target: `POST /api/admin/users/${id}/invite` }),
  reset: async (_service, id) => ({ target: `POST /api/admin/users/${id}/reset-password` }),
  bulk: async (service, id) => {
    const harmless = await service.addPerson(INVITED);
    return { target: 'POST /api/admin/users/bulk', body: { ids: [harmless.id, id], action: 'invite' } };
  },
  'bulk act by filter': async (service, id) => {
    const { body } = await service.call(`GET /api/admin/users/${id}`, { token: await helper(service) });
    const everybody = { expected_total: 1, tolerance: 100, action: 'invite' };
    return { target: 'POST /api/admin/users/bulk', body: { filter: { q: body.email }, ...everybody } };
  },
  'resend of an invitation': async (service, id) => {
    await invite(service, id);
    const { body } = await service.call('GET /api/admin/invitations?limit=200', { token: await helper(service) });
    const { id: found } = body.items.find(({ user_id }: { user_id: number }) => user_id === id);
    return { target: `POST /api/admin/invitations/${found}/resend` };
  },
  "resend of an invitation's mail": async (service, id) => {
    await invite(service, id);
    await service.mail.deliverDue();
    const { body } = await service.call(`GET /api/admin/mails?user_id=${id}`, { token: await helper(service) });
    return { target: `POST /api/admin/mails/${body.items[0].id}/resend` };
  },
};

for (const [act, prepare] of Object.entries(ACTS)) {
  test(`a stale token and the ${act}: re-authentication is required wherever an account could be taken over`, async (t) => {
    const service = await startTestService(t);
    const { stale } = await staleSuperadmin(service);
    for (const { what, person, asks, linked } of CASES) {
      const { id } = await service.addPerson(person);
      if (linked) await link(service, id);
      const { target, body } = await prepare(service, id);
      await service.audit.forget();
      await service.mails.take();
      const answer = await service.call(target, { token: stale, body });
      assert.equal(answer.body.code === 'reauth.required', asks, `${what}: ${answer.text}`);
      if (!asks) continue;
      assert.equal(answer.status, 403);
      assert.deepEqual([await service.audit.actions(), await service.mails.take()], [[], []], what);
      const fresh = await helper(service);
      const proven = await service.call(target, { token: fresh, body });
      assert.notEqual(proven.body.code, 'reauth.required', what);
    }
  });
}

test('a stale token can create members and guests, but nobody who sees or manages others', async (t) => {
  const service = await startTestService(t);
  const { stale } = await staleSuperadmin(service);
  const create = (role: Role) =>
    service.call('POST /api/admin/users', {
      token: stale,
      body: { email: `${role}@example.hr`, ime: 'Nova', prezime: 'Osoba', role },
    });
  for (const role of ['superadmin', 'admin', 'manager'] as const)
    assert.deepEqual([(await create(role)).status, role], [403, role]);
  assert.deepEqual(await service.audit.actions(), []);
  for (const role of ['member', 'guest'] as const) assert.equal((await create(role)).status, 201);
});

test('a stale token can import members and suspend many, but grants no role', async (t) => {
  const service = await startTestService(t);
  const { stale } = await staleSuperadmin(service);
  const { id } = await service.addPerson();
  const bulk = async (more: object) =>
    (await service.call('POST /api/admin/users/bulk', { token: stale, body: { ids: [id], ...more } })).status;
  assert.equal(await bulk({ action: 'role', role: 'guest' }), 403);
  assert.equal(await bulk({ action: 'suspend' }), 200);
  assert.equal(await bulk({ action: 'unsuspend' }), 200);
  const everybody = { filter: {}, ids: undefined, expected_total: 1, tolerance: 100 };
  assert.equal(await bulk({ ...everybody, action: 'role', role: 'guest' }), 403);
  assert.equal(await bulk({ ...everybody, action: 'unsuspend' }), 202);
  await service.bulkActs.runDue();
  await service.addPerson({ role: 'manager', status: 'suspended' });
  assert.equal(await bulk({ ...everybody, action: 'unsuspend' }), 403, 'a manager is among them');
  const send = async (csv: string) => {
    const form = formBody([{ bytes: csv, filename: 'a.csv', type: 'text/csv' }]);
    const headers = { ...form.headers, authorization: `Bearer ${stale}` };
    const call = { method: 'POST', url: '/api/admin/imports', headers, payload: form.payload } as const;
    return (await service.server.inject(call)).statusCode;
  };
  assert.equal(await send('email;role\nprva@example.hr;member\n'), 202);
  assert.equal(await send('email;role\ndruga@example.hr;admin\n'), 403, 'creating an admin, whatever the way');
});

test('the requirement does not reveal people out of scope', async (t) => {
  const service = await startTestService(t);
  const club = await service.addTenant('Klub');
  const elsewhere = await service.addPerson({ tenantId: club.id });
  const peer = await service.addPerson({ role: 'admin', email: 'drugi@example.hr' });
  await service.addPerson({ role: 'admin', email: 'admin@example.hr' });
  const token = await service.tokenOf('admin@example.hr');
  service.clock.advance(minutes(10));
  const told = async (id: number) => {
    const { status, body } = await service.call(`POST /api/admin/users/${id}/invite`, { token });
    return [status, body.code];
  };
  assert.deepEqual(await told(elsewhere.id), [404, 'users.not_found']);
  assert.deepEqual(await told(999_999), [404, 'users.not_found']);
  assert.deepEqual(await told(peer.id), [403, 'users.tier']);
});

async function staleSuperadmin(service: TestService) {
  await service.addPerson({ role: 'superadmin', email: 'gazda@example.hr' });
  const { body } = await service.signIn('gazda@example.hr');
  service.clock.advance(minutes(10));
  await service.audit.forget();
  const refresh = async (): Promise<string> => {
    const call = { body: { refresh_token: body.refresh_token } };
    return (await service.call('POST /api/auth/refresh', call)).body.access_token;
  };
  return { stale: body.access_token as string, refresh };
}

async function prove(service: TestService, token: string): Promise<void> {
  const proof = { token, body: { password: PASSWORD } };
  assert.equal((await service.call('POST /api/auth/reauthenticate', proof)).status, 200);
}

/** A superadmin who has just signed in. */
async function helper(service: TestService): Promise<string> {
  const email = 'pomocnica@example.hr';
  const found = await service.signIn(email);
  if (found.status === 200) return found.body.access_token;
  await service.addPerson({ role: 'superadmin', email });
  return service.tokenOf(email);
}

async function invite(service: TestService, id: number): Promise<void> {
  const answer = await service.call(`POST /api/admin/users/${id}/invite`, { token: await helper(service) });
  assert.equal(answer.status, 200);
}

const link = ({ database }: TestService, user_id: number): Promise<unknown> => {
  const row = {
    user_id,
    issuer: 'google',
    subject: `sub-${user_id}`,
    email: 'ana@gmail.com',
    linked_at: parseInstant('2026-01-01T00:00:00.000Z'),
  };
  return database.transaction((tx) => tx.insertInto('identity_links').values(row).execute());
};
