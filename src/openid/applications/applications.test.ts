// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProper, problemsOf } from '../../../test/support/proper-answer.ts';
import { CALLBACK, openAppFixture, registerApp } from '../../../test/support/relying-party.ts';

const PATH = '/api/admin/applications';

test('an application is registered, read, changed and ended, on record', async (t) => {
  const { service, boss } = await openAppFixture(t);
  const body = { name: ' Web-trgovina ', kind: 'web', redirect_uris: [CALLBACK] };
  const made = await service.call(`POST ${PATH}`, { token: boss, body });
  assertProper(made, PATH);
  assert.equal(made.status, 201, made.text);
  const { id, created_at, updated_at, ...rest } = made.body;
  assert.match(id, /^[\w-]{22}$/);
  assert.equal(created_at, updated_at);
  assert.deepEqual(rest, {
    name: 'Web-trgovina',
    kind: 'web',
    tenant_id: null,
    redirect_uris: [CALLBACK],
    post_logout_redirect_uris: [],
    backchannel_logout_uri: null,
    scopes: ['openid', 'profile', 'email'],
    who: {},
    pkce: 'required',
    oib_ground: null,
    trusted: false,
    foreign: false,
    logo_url: null,
    keeps_secret: true,
    secret_made_at: null,
    last_used_at: null,
    ends_at: null,
  });
  const change = { who: { roles: ['member'] }, scopes: ['membership'], name: 'Trgovina' };
  const changed = await service.call(`PUT ${PATH}/${id}`, { token: boss, body: change });
  assert.deepEqual([changed.body.who, changed.body.scopes], [{ roles: ['member'] }, ['openid', 'membership']]);
  assert.deepEqual((await service.call(`GET ${PATH}/${id}`, { token: boss })).body, changed.body);
  const list = await service.call(`GET ${PATH}`, { token: boss });
  assert.deepEqual([list.body.total, list.body.items], [1, [changed.body]]);
  assert.equal((await service.call(`DELETE ${PATH}/${id}`, { token: boss })).status, 204);
  assert.equal((await service.call(`GET ${PATH}/${id}`, { token: boss })).body.code, 'applications.not_found');
  const records = await service.audit.take();
  assert.deepEqual(
    records.map(({ action, meta }) => [action, meta]),
    [
      ['application.create', { application_id: id, name: 'Web-trgovina', kind: 'web', trusted: false }],
      ['application.update', { application_id: id, name: 'Trgovina', changed: ['name', 'scopes', 'roles'] }],
      ['application.delete', { application_id: id, name: 'Trgovina' }],
    ],
  );
});

test('a secret is shown once, is not stored, and is one a scanner can tell', async (t) => {
  const { service, boss } = await openAppFixture(t);
  const { id, secret = '' } = await registerApp({ service, boss });
  assert.match(secret, /^isk_[\w-]{43}[0-9a-z]{6}$/);
  const { rows } = await service.database.transaction(async (tx) => ({
    rows: await tx.selectFrom('applications').selectAll().execute(),
  }));
  assert.ok(!JSON.stringify(rows).includes(secret));
  const again = await service.call(`POST ${PATH}/${id}/secret`, { token: boss });
  assert.notEqual(again.body.client_secret, secret);
  assert.deepEqual(await service.audit.actions(), ['application.secret']);
  const spa = await registerApp({ service, boss }, { kind: 'spa' });
  const none = await service.call(`POST ${PATH}/${spa.id}/secret`, { token: boss });
  assert.deepEqual([none.status, none.body.code], [409, 'applications.no_secret']);
});

test('addresses are whole, of one spelling, encrypted, and where the kind of application may be', async (t) => {
  const { service, boss } = await openAppFixture(t, { SVC_PUBLIC_URL: 'https://racuni.example.hr' });
  const tried = async (kind: string, address: string) => {
    const body = { name: 'A', kind, redirect_uris: [address] };
    const answer = await service.call(`POST ${PATH}`, { token: boss, body });
    return answer.status === 422 ? problemsOf(answer).join() : answer.status;
  };
  const flawed = 'body.redirect_uris address';
  for (const [kind, address, outcome] of [
    ['web', 'https://klub.hr', 201],
    ['web', 'https://klub.hr/povratak?iz=trgovine', 201],
    ['native', 'http://127.0.0.1/povratak', 201],
    ['native', 'http://[::1]:4000/povratak', 201],
    ['native', 'hr.klub.aplikacija:/povratak', 201],
    ['web', 'http://klub.hr/', flawed],
    ['web', 'http://127.0.0.1/povratak', flawed],
    ['spa', 'http://localhost:3000/', flawed],
    ['native', 'http://klub.hr/', flawed],
    ['native', 'https://localhost/', flawed],
    ['native', 'aplikacija:/povratak', flawed],
    ['native', 'javascript:alert(1)', flawed],
    ['web', 'hr.klub.aplikacija:/povratak', flawed],
    ['web', 'javascript:alert(1)', flawed],
    ['web', 'data:text/html,x', flawed],
    ['web', 'https://klub.hr/#dio', flawed],
    ['web', 'https://klub.hr/#', flawed],
    ['web', 'https://*.klub.hr/', flawed],
    ['web', 'https://ana:tajna@klub.hr/', flawed],
    ['web', 'https://klub.hr/../povratak', flawed],
    ['web', 'https://KLUB.hr/', flawed],
    ['web', 'HTTPS://klub.hr/', flawed],
    ['web', 'https://klub.hr:443/', flawed],
    ['web', 'https:\\\\klub.hr\\', flawed],
    ['web', 'https://klub.hr/ povratak', flawed],
    ['web', '/povratak', flawed],
    ['web', 'https://', flawed],
    ['web', '//klub.hr/povratak', flawed],
  ] as const)
    assert.equal(await tried(kind, address), outcome, `${kind} ${address}`);
});

test('nobody hides what does not go together', async (t) => {
  const { service, boss } = await openAppFixture(t);
  const club = await service.addTenant('Klub');
  const tried = async (members: object) => {
    const body = { name: 'A', kind: 'web', redirect_uris: [CALLBACK], ...members };
    const answer = await service.call(`POST ${PATH}`, { token: boss, body });
    return answer.status === 422 ? problemsOf(answer).join() : answer.status;
  };
  assert.equal(await tried({ scopes: ['oib'] }), 'body.oib_ground missing');
  assert.equal(await tried({ scopes: ['oib'], oib_ground: 'Zakon o sportu, čl. 12.' }), 201);
  assert.equal(await tried({ kind: 'spa', pkce: 'optional' }), 'body.pkce pkce');
  assert.equal(await tried({ tenant_id: club.id, who: { tenant_ids: [1] } }), 'body.who tenant');
  assert.equal(await tried({ tenant_id: 999 }), 404);
  assert.equal(await tried({ redirect_uris: [] }), 'body.redirect_uris too_few');
  for (const ends_at of ['sutra', '2026-12-31', '2026-13-01T00:00:00.000Z', '2026-12-31T00:00:00Z'])
    assert.match(`${await tried({ ends_at })}`, /body\.ends_at/, ends_at);
  assert.equal(await tried({ name: ' ' }), 'body.name missing');
});

test('administrators manage those of their tenant, and none that is trusted', async (t) => {
  const { service, boss } = await openAppFixture(t);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'uprava@klub.hr', role: 'admin', tenantId: club.id });
  const admin = await service.tokenOf('uprava@klub.hr');
  const everybodys = await registerApp({ service, boss });
  const ours = await registerApp({ service, boss: admin }, { name: 'Klupska' });
  const shown = await service.call(`GET ${PATH}`, { token: admin });
  assert.deepEqual(
    shown.body.items.map(({ name, tenant_id }: { name: string; tenant_id: number }) => [name, tenant_id]),
    [['Klupska', club.id]],
  );
  await service.audit.forget();
  const call = (target: string, body?: object) => service.call(target, { token: admin, ...(body ? { body } : {}) });
  for (const id of [everybodys.id, 'nema'])
    for (const target of [`GET ${PATH}/${id}`, `DELETE ${PATH}/${id}`, `POST ${PATH}/${id}/secret`])
      assert.equal((await call(target)).body.code, 'applications.not_found', target);
  assert.equal((await call(`PUT ${PATH}/${everybodys.id}`, { name: 'Moja' })).status, 404);
  assert.equal((await call(`GET ${PATH}?tenant_id=1`)).status, 404);
  const body = { name: 'A', kind: 'web', redirect_uris: [CALLBACK] };
  for (const tenant_id of [null, 1])
    assert.equal((await call(`POST ${PATH}`, { ...body, tenant_id })).body.code, 'tenants.not_found');
  assert.equal((await call(`POST ${PATH}`, { ...body, trusted: true })).body.code, 'applications.trusted');
  assert.equal((await call(`PUT ${PATH}/${ours.id}`, { trusted: true })).body.code, 'applications.trusted');
  await service.call(`PUT ${PATH}/${ours.id}`, { token: boss, body: { trusted: true } });
  await service.audit.forget();
  for (const target of [`PUT ${PATH}/${ours.id}`, `POST ${PATH}/${ours.id}/secret`, `DELETE ${PATH}/${ours.id}`])
    assert.equal((await call(target, target.startsWith('PUT') ? { name: 'B' } : undefined)).status, 403, target);
  assert.deepEqual(await service.audit.take(), []);
});
