// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { days } from '../../platform/kernel/durations.ts';
import { KINDS_OF_WORK } from './work.ts';

const NOTHING = Object.fromEntries(KINDS_OF_WORK.map((kind) => [kind, 0]));

test('what waits for somebody is counted as it comes and goes', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin' });
  const work = async () => {
    const token = await service.tokenOf('uprava@example.hr');
    const { status, body } = await service.call('GET /api/admin/work', { token });
    assert.deepEqual([status, body.tenants], [200, null]);
    return body.waiting;
  };
  assert.deepEqual(await work(), NOTHING);
  const [invited, other] = [
    await service.addPerson({ status: 'invited', passwordHash: null }),
    await service.addPerson({ status: 'invited', passwordHash: null }),
  ];
  assert.deepEqual(await work(), { ...NOTHING, not_invited: 2 });
  const token = await service.tokenOf('uprava@example.hr');
  for (const { id } of [invited, other])
    assert.equal((await service.call(`POST /api/admin/users/${id}/invite`, { token })).status, 200);
  assert.deepEqual(await work(), NOTHING, 'invitations that have long to go wait for nobody');
  service.clock.advance(days(5) + 1);
  assert.deepEqual(await work(), { ...NOTHING, invitations_ending: 2 });
  service.clock.advance(days(2));
  assert.deepEqual(await work(), { ...NOTHING, invitations_expired: 2 });
  const again = await service.tokenOf('uprava@example.hr');
  await service.call(`POST /api/admin/users/${invited.id}/invite`, { token: again });
  await service.call(`DELETE /api/admin/users/${other.id}`, { token: again });
  assert.deepEqual(await work(), NOTHING);
});

test('deadlines of erasures, second factors and mails wait too, each for its tenant', async (t) => {
  const service = await startTestService(t);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'sve@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin' });
  await service.addPerson({ email: 'klub@example.hr', role: 'admin', tenantId: club.id });
  const person = await service.addPerson({ email: 'ana@example.hr', tenantId: club.id });
  const work = async (email: string, query = '') =>
    (await service.call(`GET /api/admin/work${query}`, { token: await service.tokenOf(email) })).body;
  const own = await service.tokenOf(person.email);
  assert.equal((await service.call('POST /api/users/me/gdpr-erase', { token: own })).status, 200);
  service.clock.advance(days(24));
  const due = { ...NOTHING, erasures_due: 1 };
  assert.deepEqual(await work('klub@example.hr'), { waiting: due, import_id: null, tenants: null });
  assert.deepEqual((await work('uprava@example.hr')).waiting, NOTHING, 'nothing of another tenant');
  const token = await service.tokenOf('klub@example.hr');
  const body = { tenant_id: club.id, rules: [{ role: 'admin', grace_days: 90 }] };
  assert.equal((await service.call('PUT /api/admin/factor-policy', { token, body })).status, 200);
  await service.database.transaction((tx) => tx.updateTable('mails').set({ state: 'failed' }).execute());
  service.clock.advance(days(7));
  const overdue = { ...NOTHING, erasures_overdue: 1, without_second_step: 1 };
  const all = await work('sve@example.hr');
  assert.equal(all.waiting.erasures_overdue, 1);
  const { mails_failed, ...ofClub } = all.tenants.find(({ tenant_id }: { tenant_id: number }) => tenant_id === club.id);
  const { mails_failed: _none, ...expected } = overdue as Record<string, number>;
  assert.deepEqual(ofClub, { tenant_id: club.id, name: 'Klub', ...expected });
  assert.equal(all.waiting.mails_failed >= mails_failed && mails_failed > 0, true);
  assert.deepEqual((await work('sve@example.hr', `?tenant_id=${club.id}`)).tenants, null);
});

test('who is in two clubs waits in each of them, and counts once in all', async (t) => {
  const service = await startTestService(t);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'sve@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'klub@example.hr', role: 'admin', tenantId: club.id });
  const person = await service.addPerson({ email: 'ana@example.hr' });
  await addMembershipFor(service, { userId: person.id, tenantId: club.id, role: 'member' });
  const token = await service.tokenOf(person.email);
  assert.equal((await service.call('POST /api/users/me/gdpr-erase', { token })).status, 200);
  service.clock.advance(days(24));
  const work = async (email: string) =>
    (await service.call('GET /api/admin/work', { token: await service.tokenOf(email) })).body;
  const all = await work('sve@example.hr');
  assert.equal(all.waiting.erasures_due, 1);
  assert.deepEqual(
    all.tenants.map((tenant: { erasures_due: number }) => tenant.erasures_due),
    [1, 1],
  );
  assert.equal((await work('klub@example.hr')).waiting.erasures_due, 1);
});

test('rows that an import could not take wait until a later import, or until its file is gone', async (t) => {
  const { service, run, admin } = await openImportFixture(t);
  const rows = async () => {
    const { body } = await service.call('GET /api/admin/work', { token: admin });
    return [body.waiting.rows_to_correct, body.import_id];
  };
  const first = await run('email,ime\na@example.hr,A\nkrivo,B\n');
  assert.deepEqual(await rows(), [1, first.id]);
  await run('email,ime\nkrivo,B\n', { query: '?dry_run=1' });
  assert.deepEqual(await rows(), [1, first.id], 'a check corrects nothing');
  await run('email,ime\nb@example.hr,B\n');
  assert.deepEqual(await rows(), [0, null]);
  const last = await run('email,ime\nkrivo,C\n');
  assert.deepEqual(await rows(), [1, last.id]);
});

test('only who may decide erasures learns what waits, and of their own tenant alone', async (t) => {
  const service = await startTestService(t);
  const club = await service.addTenant('Klub');
  for (const role of ['manager', 'member', 'admin'] as const)
    await service.addPerson({ email: `${role}@example.hr`, role });
  const ask = async (role: string, query = '') => {
    const { status, body } = await service.call(`GET /api/admin/work${query}`, {
      token: await service.tokenOf(`${role}@example.hr`),
    });
    return [status, body.code];
  };
  assert.deepEqual(await ask('manager'), [403, 'access.role']);
  assert.deepEqual(await ask('member'), [403, 'access.role']);
  assert.deepEqual(await ask('admin', `?tenant_id=${club.id}`), [404, 'tenants.not_found']);
  assert.deepEqual(await ask('admin', '?tenant_id=0'), [422, 'request.invalid']);
});
