// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { picture } from '../../../test/support/avatar-fixture.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { uploadLogo } from '../../../test/support/upload-logo.ts';

const FRESH = { look: 'open', policy: 'open', people: 'open', invitations: 'open', administrators: 'open' };

async function start(t: TestContext) {
  const service = await startTestService(t);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'klub@example.hr', role: 'admin', tenantId: club.id });
  const token = await service.tokenOf('klub@example.hr');
  const path = `/api/admin/tenants/${club.id}`;
  const steps = async () => {
    const { status, body } = await service.call(`GET ${path}/first-steps`, { token });
    assert.equal(status, 200);
    return Object.fromEntries(body.steps.map(({ step, state }: Record<string, string>) => [step, state]));
  };
  const add = async (person: Record<string, unknown>, by = token) => {
    const body = { prezime: 'Horvat', ...person };
    const added = await service.call('POST /api/admin/users', { token: by, body });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    return added.body;
  };
  return { service, club, token, path, steps, add };
}

test('each step is done when the store says so, in whatever order', async (t) => {
  const { service, token, path, steps, add } = await start(t);
  assert.deepEqual(await steps(), FRESH);
  await service.call(`PUT ${path}/color`, { token, body: { color: '#0b5a8e' } });
  assert.equal((await steps()).look, 'open', 'a colour alone is half of it');
  const bytes = await picture('png', { width: 64, height: 64 });
  assert.equal((await uploadLogo(service, `${path}/logo`, { token, bytes })).status, 200);
  assert.deepEqual(await steps(), { ...FRESH, look: 'done' });
  const { id } = await add({ email: 'ana@example.hr', ime: 'Ana', role: 'member', invite: false });
  assert.deepEqual(await steps(), { ...FRESH, look: 'done', people: 'done' });
  await service.call(`POST /api/admin/users/${id}/invite`, { token });
  assert.deepEqual(await steps(), { ...FRESH, look: 'done', people: 'done', invitations: 'done' });
  await service.call(`DELETE ${path}/logo`, { token });
  assert.equal((await steps()).look, 'open', 'and is open again when it no longer does');
});

test('a second administrator counts once they have come in', async (t) => {
  const { service, club, path, token, steps, add } = await start(t);
  await service.addPerson({ email: 'sve@example.hr', role: 'superadmin', tenantId: club.id });
  assert.deepEqual(await steps(), FRESH, 'a superadmin looks after all tenants');
  const above = await service.tokenOf('sve@example.hr');
  const iva = { email: 'iva@example.hr', ime: 'Iva', role: 'admin', invite: true, tenant_id: club.id };
  const invited = await add(iva, above);
  assert.deepEqual(await steps(), { ...FRESH, administrators: 'waiting' });
  const link = new URL(invited.invite_link).searchParams.get('token');
  const body = { token: link, new_password: 'plavo nebo nad Velebitom' };
  assert.equal((await service.call('POST /api/auth/setup-password', { body })).status, 200);
  assert.deepEqual(await steps(), { ...FRESH, administrators: 'done' });
  const answer = await service.call(`GET ${path}/first-steps`, { token });
  assert.equal(answer.body.administrators, 2);
});

test('the list is put aside for all administrators of the tenant, once, and comes back', async (t) => {
  const { service, club, token, path } = await start(t);
  await service.addPerson({ email: 'druga@example.hr', role: 'admin', tenantId: club.id });
  const other = await service.tokenOf('druga@example.hr');
  const put = (put_aside: unknown) => service.call(`PUT ${path}/first-steps`, { token, body: { put_aside } });
  await service.audit.take();
  for (const turn of [1, 2]) {
    const answer = await put(true);
    assert.deepEqual([answer.status, answer.body.put_aside_at], [200, '2026-03-01T10:00:00.000Z'], `turn ${turn}`);
  }
  const seen = await service.call(`GET ${path}/first-steps`, { token: other });
  assert.equal(seen.body.put_aside_at, '2026-03-01T10:00:00.000Z');
  assert.equal((await put(false)).body.put_aside_at, null);
  const records = (await service.audit.take()).filter(({ action }) => action === 'tenant.steps');
  assert.deepEqual(
    records.map(({ meta }) => meta),
    [{ put_aside: true }, { put_aside: false }],
  );
  assert.deepEqual(await service.mails.take(), []);
  assert.equal((await put('da')).status, 422);
});

test('beside and above is nobody’s to see', async (t) => {
  const { service, path } = await start(t);
  const other = await service.addTenant('Drugi klub');
  await service.addPerson({ email: 'drugi@example.hr', role: 'admin', tenantId: other.id });
  const token = await service.tokenOf('drugi@example.hr');
  const get = await service.call(`GET ${path}/first-steps`, { token });
  assert.deepEqual([get.status, get.body.code], [404, 'tenants.not_found']);
  const put = await service.call(`PUT ${path}/first-steps`, { token, body: { put_aside: true } });
  assert.deepEqual([put.status, put.body.code], [404, 'tenants.not_found']);
});
