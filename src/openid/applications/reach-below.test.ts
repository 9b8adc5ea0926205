// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from 'openid-client';
import { problemsOf } from '../../../test/support/proper-answer.ts';
import { type AppFixture, enter, openAppFixture, registerApp } from '../../../test/support/relying-party.ts';
import { registerService, serviceToken } from '../../../test/support/service-fixture.ts';

const DENIED = /not_admitted/;

/** A club of the federation with a member, and one that is none of its. */
async function start(fixture: AppFixture) {
  const { service, boss } = fixture;
  const body = { name: 'Klub Neretva', parent_id: 1 };
  const below = (await service.call('POST /api/admin/tenants', { token: boss, body })).body;
  const beside = await service.addTenant('Klub Cetina');
  const inside = await service.addPerson({ email: 'iva@klub.hr', tenantId: below.id });
  await service.addPerson({ email: 'luka@drugi.hr', tenantId: beside.id });
  await service.audit.forget();
  return { below, beside, inside };
}

test('a service reads and writes below its tenant where it was told to, and not a step further', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss } = fixture;
  const { below, beside, inside } = await start(fixture);
  const scopes = ['users:read', 'users:write', 'introspect'] as const;
  const registered = await registerService(fixture, scopes);
  const token = await serviceToken(service, registered);
  const emails = async () => {
    const list = await service.call('GET /api/admin/users', { token });
    return list.body.items.map(({ email }: { email: string }) => email);
  };
  const read = (tenant: number) => service.call(`GET /api/admin/users?tenant_id=${tenant}`, { token });
  assert.ok(!(await emails()).includes('iva@klub.hr'));
  assert.equal((await read(below.id)).status, 404);
  const change = (wanted: boolean) =>
    service.call(`PUT /api/admin/applications/${registered.id}`, { token: boss, body: { below: wanted } });
  const changed = await change(true);
  assert.deepEqual([changed.status, changed.body.below, changed.body.who], [200, true, {}]);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => [action, meta.changed]),
    [['application.update', ['reach']]],
  );
  // With the token that it has.
  assert.ok((await emails()).includes('iva@klub.hr'));
  assert.ok(!(await emails()).includes('luka@drugi.hr'));
  assert.equal((await read(below.id)).status, 200);
  assert.equal((await read(beside.id)).status, 404);
  const renamed = await service.call(`PATCH /api/admin/users/${inside.id}`, { token, body: { ime: 'Ivana' } });
  assert.equal(renamed.status, 200, renamed.text);
  const opened = async (email: string) => {
    const { access_token } = (await service.signIn(email)).body;
    return (await service.call('POST /api/introspect', { token, body: { token: access_token } })).body.active;
  };
  assert.deepEqual([await opened('iva@klub.hr'), await opened('luka@drugi.hr')], [true, false]);
  // A club that leaves the federation is out of its reach at the next call, and so is all of it once it is taken back.
  const move = { token: boss, body: { parent_id: null } };
  assert.equal((await service.call(`PATCH /api/admin/tenants/${below.id}`, move)).status, 200);
  assert.equal((await read(below.id)).status, 404);
  assert.equal(
    (await service.call(`PATCH /api/admin/tenants/${below.id}`, { ...move, body: { parent_id: 1 } })).status,
    200,
  );
  assert.equal((await read(below.id)).status, 200);
  await change(false);
  assert.equal((await read(below.id)).status, 404);
  assert.ok(!(await emails()).includes('iva@klub.hr'));
});

test('an application lets in the people below where `who` says so, and nobody once it does not', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss } = fixture;
  const { inside } = await start(fixture);
  const as = { token: await service.tokenOf('iva@klub.hr') };
  const app = await registerApp(fixture, { tenant_id: 1, scopes: ['membership', 'profile', 'email'] });
  await assert.rejects(enter(fixture, app, as), DENIED);
  const put = (body: object) => service.call(`PUT /api/admin/applications/${app.id}`, { token: boss, body });
  const opened = await put({ who: { below: true } });
  assert.deepEqual([opened.status, opened.body.who, opened.body.below], [200, { below: true }, undefined]);
  const { config, tokens } = await enter(fixture, app, { ...as, more: { scope: 'openid membership' } });
  const read = () => client.fetchUserInfo(config, tokens.access_token, String(inside.id));
  assert.equal((await read()).tenant, 'Klub Neretva');
  await assert.rejects(enter(fixture, app, { token: await service.tokenOf('luka@drugi.hr') }), DENIED);
  await put({ who: { below: true, roles: ['manager'] } });
  await assert.rejects(read(), { status: 401 });
  await put({ who: {} });
  await assert.rejects(enter(fixture, app, as), DENIED);
});

test('`below` is for services, `who.below` for others; only whoever reaches below decides about it', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss } = fixture;
  const { below } = await start(fixture);
  const web = await registerApp(fixture, { tenant_id: 1 });
  const reader = await registerService(fixture, ['users:read'], { below: true });
  const put = (id: string, token: string, body: object) =>
    service.call(`PUT /api/admin/applications/${id}`, { token, body });
  const flawsOf = async (id: string, body: object) => problemsOf(await put(id, boss, body));
  assert.deepEqual(await flawsOf(web.id, { below: true }), ['body.below application']);
  assert.deepEqual(await flawsOf(reader.id, { who: { roles: ['member'] } }), ['body.who service']);
  assert.deepEqual(await flawsOf(web.id, { who: { tenant_ids: [below.id] } }), ['body.who tenant']);
  assert.equal((await put(web.id, boss, { who: { tenant_ids: [below.id], below: true } })).status, 200);
  const admin = await service.addPerson({ email: 'tajnica@savez.hr', role: 'admin' });
  const token = (await service.signIn('tajnica@savez.hr')).body.access_token;
  for (const [id, body] of [
    [web.id, { name: 'Drugo ime' }],
    [reader.id, { name: 'Drugo ime' }],
  ] as const) {
    const refused = await put(id, token, body);
    assert.deepEqual([refused.status, refused.body.code], [403, 'applications.below']);
  }
  const made = await service.call('POST /api/admin/applications', {
    token,
    body: { name: 'Rezultati', kind: 'service', scopes: ['users:read'], below: true },
  });
  assert.deepEqual([made.status, made.body.code], [403, 'applications.below']);
  await service.database.transaction((tx) =>
    tx.updateTable('memberships').set({ reach: 'below' }).where('user_id', '=', admin.id).execute(),
  );
  assert.equal((await put(reader.id, token, { name: 'Drugo ime' })).status, 200);
});
