// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProper } from '../../../test/support/proper-answer.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const TEXT = '# Pravila\n\nČuvamo samo **nužno**.';

async function withAdmins(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t, { SVC_POLICY_VERSION: '2026-1' });
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'uprava@klub.hr', role: 'admin', tenantId: club.id });
  await service.addPerson({ email: 'clan@klub.hr', tenantId: club.id });
  const [boss, admin, member] = await Promise.all(
    ['gazda@example.hr', 'uprava@klub.hr', 'clan@klub.hr'].map((email) => service.tokenOf(email)),
  );
  await service.audit.forget();
  return { service, club, boss: boss ?? '', admin: admin ?? '', member: member ?? '' };
}

const publish = (service: TestService, token: string, body: object) =>
  service.call('POST /api/admin/privacy-policies', { token, body });

const agree = (service: TestService, version: string, token?: string) =>
  service.call('POST /api/gdpr/consent', {
    body: { policy_version: version, categories: { necessary: true } },
    ...(token === undefined ? {} : { token }),
  });

const required = async (service: TestService, token: string) =>
  (await service.call('GET /api/auth/me', { token })).body.consent_required;

test('without any policy the default text is shown and marked as such, in both languages', async (t) => {
  const { service, club, member } = await withAdmins(t);
  const answer = await service.call('GET /api/privacy-policy');
  assertProper(answer, '/api/privacy-policy');
  const { text, ...facts } = answer.body;
  const nobodys = { number: null, tenant_id: null, tenant_name: null, since: null };
  assert.deepEqual(facts, { version: '2026-1', source: 'default', ...nobodys });
  assert.match(text, /^Ovo je zadani tekst/);
  const english = await service.call(`GET /api/privacy-policy?tenant_id=${club.id}&language=en`);
  assert.match(english.body.text, /^This is the default text/);
  assert.equal((await service.call('GET /api/privacy-policy?tenant_id=999')).body.source, 'default');
  const own = await service.call('GET /api/users/me/gdpr-consent', { token: member });
  const url = `http://127.0.0.1:8080/privatnost/pravila?tenant_id=${club.id}`;
  assert.deepEqual(own.body.policy, { version: '2026-1', url });
  assert.deepEqual(await service.audit.take(), []);
});

test('when a tenant publishes its own policy, only its people are asked again, with an audit record', async (t) => {
  const { service, club, boss, admin, member } = await withAdmins(t);
  for (const token of [boss, member])
    assert.equal((await agree(service, '2026-1', token)).body.consent_required, false);
  await service.audit.forget();
  const { status, body } = await publish(service, admin, { text: `${TEXT}\r\nkraj `, replaces: 0 });
  const version = `t${club.id}-1`;
  assert.deepEqual([status, body.version, body.number, body.text], [201, version, 1, `${TEXT}\nkraj`]);
  const [record, ...more] = await service.audit.take();
  assert.deepEqual(
    [record?.action, record?.meta, more],
    ['policy.publish', { policy_version: version, number: 1 }, []],
  );
  assert.deepEqual([await required(service, member), await required(service, boss)], [true, false]);
  const shown = await service.call(`GET /api/privacy-policy?tenant_id=${club.id}`);
  assert.deepEqual(
    [shown.body.source, shown.body.tenant_name, shown.body.version, shown.body.since],
    ['tenant', 'Klub', version, body.published_at],
  );
  assert.equal((await agree(service, '2026-1', member)).body.consent_required, true, 'the old one will not do');
  assert.equal((await agree(service, version, member)).body.consent_required, false);
  assert.equal(await required(service, member), false);
  const own = await service.call('GET /api/users/me/gdpr-consent', { token: member });
  assert.equal(own.body.policy.version, version);
  const { items } = (await service.call(`GET /api/admin/users?q=clan`, { token: admin })).body;
  assert.equal(items[0].consent_required, false, 'lists know it too');
  assert.equal((await service.call('GET /api/site')).body.policy_version, '2026-1', 'a guest is not of the club');
});

test('guests and tenants without their own policy are asked about the publisher’s', async (t) => {
  const { service, club, boss, admin, member } = await withAdmins(t);
  const { tenant_id: federation } = (await service.call('GET /api/auth/me', { token: boss })).body;
  await publish(service, boss, { tenant_id: federation, text: 'Savez.', replaces: 0 });
  const version = `t${federation}-1`;
  assert.equal((await service.call('GET /api/site')).body.policy_version, version);
  assert.deepEqual(
    [(await agree(service, version)).body.consent_required, (await agree(service, '2026-1')).body.consent_required],
    [false, true],
  );
  assert.equal((await agree(service, version, member)).body.consent_required, false, 'the club inherits it');
  const inherited = await service.call(`GET /api/privacy-policy?tenant_id=${club.id}`);
  assert.deepEqual([inherited.body.version, inherited.body.tenant_name], [version, 'Savez']);
  await publish(service, admin, { text: 'Klub.', replaces: 0 });
  await service.call(`PUT /api/admin/tenants/${club.id}`, { token: boss, body: { publisher: true } });
  assert.equal((await service.call('GET /api/site')).body.policy_version, `t${club.id}-1`);
  const older = await service.call(`GET /api/privacy-policy?version=${version}`);
  assert.deepEqual([older.status, older.body.text], [200, 'Savez.'], 'what was confirmed can be read again');
});

test('versions are consecutive; of concurrent ones all but one are refused', async (t) => {
  const { service, admin } = await withAdmins(t);
  const tries = await Promise.all(
    Array.from({ length: 6 }, (_, one) => publish(service, admin, { text: `Pokušaj ${one}`, replaces: 0 })),
  );
  assert.deepEqual(tries.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
  assert.deepEqual(
    tries.filter(({ status }) => status === 409).map(({ body }) => body.code),
    Array(5).fill('privacy_policies.outdated'),
  );
  assert.equal((await publish(service, admin, { text: 'Preskok', replaces: 7 })).status, 409);
  assert.equal((await publish(service, admin, { text: 'Druga', replaces: 1 })).body.number, 2);
  const first = await service.call('GET /api/admin/privacy-policies?limit=1', { token: admin });
  assertProper(first, '/api/admin/privacy-policies');
  const cursor = first.body.next_cursor;
  const second = await service.call(`GET /api/admin/privacy-policies?limit=1&cursor=${cursor}`, { token: admin });
  assert.deepEqual([first.body.total, first.body.items[0].number, second.body.items[0].number], [2, 2, 1]);
  assert.deepEqual(await service.audit.actions(), ['policy.publish', 'policy.publish']);
});

test('nobody publishes for other tenants, nor a text with unsafe characters', async (t) => {
  const { service, boss, admin, member, club } = await withAdmins(t);
  const { tenant_id: federation } = (await service.call('GET /api/auth/me', { token: boss })).body;
  for (const [token, body, status] of [
    [admin, { tenant_id: federation, text: TEXT, replaces: 0 }, 404],
    [boss, { tenant_id: 999, text: TEXT, replaces: 0 }, 404],
    [member, { text: TEXT, replaces: 0 }, 403],
    [admin, { text: ' \r\n ', replaces: 0 }, 422],
    [admin, { text: 'a\u202eb', replaces: 0 }, 422],
    [admin, { text: 'x'.repeat(30_001), replaces: 0 }, 422],
    [admin, { text: TEXT, replaces: -1 }, 422],
    [admin, { text: TEXT }, 422],
  ] as const)
    assert.equal((await publish(service, token, body)).status, status, JSON.stringify(body).slice(0, 80));
  assert.equal(
    (await service.call('POST /api/admin/privacy-policies', { body: { text: TEXT, replaces: 0 } })).status,
    401,
  );
  const list = (tenant: number) =>
    service.call(`GET /api/admin/privacy-policies?tenant_id=${tenant}`, { token: admin });
  assert.deepEqual([(await list(federation)).status, (await list(club.id)).body.total], [404, 0]);
  assert.equal((await service.call('GET /api/privacy-policy?version=t1-99')).status, 404);
  assert.deepEqual(await service.audit.take(), []);
});
