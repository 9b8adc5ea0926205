import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { openAppFixture } from '../../../test/support/relying-party.ts';
import { registerService, serviceToken } from '../../../test/support/service-fixture.ts';

interface Shown {
  readonly action: string;
  readonly actor_kind: string | null;
  readonly service: { readonly id: string; readonly name: string } | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

test("a service's acts appear in the audit log and in the person's access log", async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss, member, memberId } = fixture;
  const registered = await registerService(fixture, ['users:read', 'users:write']);
  const other = await registerService(fixture, ['users:read'], { name: 'Druga' });
  const token = await serviceToken(service, registered);
  const look = (by: string) => service.call(`GET /api/admin/users/${memberId}`, { token: by });
  for (const by of [token, boss, await serviceToken(service, other)]) assert.equal((await look(by)).status, 200);
  const suspend = await service.call(`POST /api/admin/users/${memberId}/suspend`, { token, body: { reason: 'Dug' } });
  assert.equal(suspend.status, 200, suspend.text);
  const found = async (query: string): Promise<Shown[]> =>
    (await service.call(`GET /api/admin/audit?user_id=${memberId}&${query}`, { token: boss })).body.items;
  const acting = { id: registered.id, name: 'Rezultati' };
  const ofService = await found(`service_id=${registered.id}`);
  assert.deepEqual(
    ofService.map(({ action, actor_kind, service: by, meta }) => [action, actor_kind, by, meta.service]),
    [
      ['user.suspend', 'service', acting, undefined],
      ['user.read', 'service', acting, undefined],
    ],
  );
  assert.deepEqual(
    (await found('actor_kind=service')).map(({ service: by }) => by?.name),
    ['Rezultati', 'Druga', 'Rezultati'],
  );
  const byPeople = await found('actor_kind=user&action=user.read');
  assert.deepEqual(
    byPeople.map(({ actor_kind, service: by }) => [actor_kind, by]),
    [['user', null]],
  );
  const sheet = await service.call('GET /api/admin/audit/export?format=csv&actor_kind=service', { token: boss });
  assert.match(sheet.text, /;Rezultati;Obustavljen pristup računu;user\.suspend;/);
  assert.equal((await service.call('GET /api/auth/me', { token: member })).status, 401, 'suspended');
  await service.call(`POST /api/admin/users/${memberId}/unsuspend`, { token });
  const again = await service.tokenOf('ana@example.hr');
  const log = await service.call('GET /api/users/me/access-log', { token: again });
  assert.deepEqual(
    log.body.items.map(({ service: by, role }: { service: string | null; role: string | null }) => [by, role]),
    [
      ['Druga', null],
      [null, 'superadmin'],
      ['Rezultati', null],
    ],
  );
  const exported = await service.call('GET /api/users/me/gdpr-export', { token: again });
  const suspended = exported.body.audit.find(({ action }: { action: string }) => action === 'user.suspend');
  assert.deepEqual([suspended.by.service.name, suspended.ip], ['Rezultati', undefined]);
});

test('a service can import people, with an audit record for each, but not after it has ended', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, superadmin: boss } = fixture;
  const registered = await registerService({ service, boss }, ['imports:write']);
  const token = await serviceToken(service, registered);
  const done = await fixture.run('email\nprva@klub.hr\ndruga@klub.hr\n', { token });
  assert.deepEqual([done.status, done.created], ['completed', 2]);
  const acting = { id: registered.id, name: 'Rezultati' };
  for (const { action, actor_id, meta } of await service.audit.take())
    assert.deepEqual([actor_id, meta.service], [null, acting], action);
  const powerful = await fixture.upload('email,role\nuprava@klub.hr,admin\n', { token });
  assert.deepEqual([powerful.status, powerful.body.code], [403, 'access.service']);
  const queued = await fixture.upload('email\ntreca@klub.hr\n', { token });
  assert.equal(queued.status, 202);
  await service.call(`DELETE /api/admin/applications/${registered.id}`, { token: boss });
  await service.imports.runDue();
  const failed = await service.call(`GET /api/admin/imports/${queued.body.id}`, { token: boss });
  assert.deepEqual([failed.body.status, failed.body.failure, failed.body.created], ['failed', 'importer', 0]);
});

test('a service that reaches below imports into a club there, and not once that was taken back', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, superadmin: boss } = fixture;
  const body = { name: 'Klub Neretva', parent_id: 1 };
  const club = (await service.call('POST /api/admin/tenants', { token: boss, body })).body;
  const registered = await registerService({ service, boss }, ['imports:write'], { below: true });
  const token = await serviceToken(service, registered);
  const query = `?tenant_id=${club.id}`;
  const done = await fixture.run('email\nprva@klub.hr\n', { token, query });
  assert.deepEqual([done.status, done.created], ['completed', 1]);
  assert.deepEqual(await service.audit.actions(), ['import.start', 'user.create', 'import.finish']);
  const there = await service.call(`GET /api/admin/users?tenant_id=${club.id}`, { token: boss });
  assert.deepEqual(
    there.body.items.map(({ email }: { email: string }) => email),
    ['prva@klub.hr'],
  );
  const queued = await fixture.upload('email\ndruga@klub.hr\n', { token, query });
  assert.equal(queued.status, 202, queued.text);
  const taken = await service.call(`PUT /api/admin/applications/${registered.id}`, {
    token: boss,
    body: { below: false },
  });
  assert.equal(taken.status, 200, taken.text);
  await service.imports.runDue();
  const failed = await service.call(`GET /api/admin/imports/${queued.body.id}`, { token: boss });
  assert.deepEqual([failed.body.status, failed.body.failure, failed.body.created], ['failed', 'importer', 0]);
});
