import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { rawToken } from '../../accounts/action-tokens/issue-action-token.ts';

const CHOSEN = 'moja nova lozinka';

/** A club's administrator, a superadmin, and somebody whom the former invited and holds the link of. */
async function openFixture(t: TestContext) {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  await service.addPerson({ email: 'klub@example.hr', role: 'admin', ime: 'Iva', prezime: 'Klub' });
  const above = await service.addPerson({
    email: 'savez@example.hr',
    role: 'superadmin',
    ime: 'Ante',
    prezime: 'Savez',
  });
  const club = await service.tokenOf('klub@example.hr');
  const federation = await service.tokenOf('savez@example.hr');
  const body = { email: 'nova@example.hr', ime: 'Nova', prezime: 'Osoba', role: 'member' };
  const { id, invite_link } = (await service.call('POST /api/admin/users', { token: club, body })).body;
  await service.audit.forget();
  await service.mails.take();
  const open = (token: string) =>
    service.call('POST /api/auth/setup-password', { body: { token, new_password: CHOSEN, sign_in: true } });
  return {
    service,
    above,
    federation,
    id,
    open,
    seen: new URL(invite_link).searchParams.get('token') ?? '',
    /** The token of the mail that is about to be sent. */
    mailed: async () => {
      const tokens = service.database.read.selectFrom('action_tokens').selectAll().where('user_id', '=', id);
      return rawToken(service.keys, await tokens.orderBy('id', 'desc').executeTakeFirstOrThrow());
    },
  };
}

for (const { name, change, acts, becomes } of [
  {
    name: 'who is given more power',
    change: { target: '/role', body: { role: 'superadmin' } },
    acts: ['user.role.change', 'user.invite'],
    becomes: ['superadmin', 'Savez'],
  },
  {
    name: 'who is moved to another tenant',
    change: { target: '', body: { tenant_id: 2 } },
    acts: ['user.update', 'user.invite'],
    becomes: ['member', 'Drugi savez'],
  },
])
  test(`the link that an inviter saw does not open somebody ${name}; a new one is mailed`, async (t) => {
    const { service, above, federation, id, seen, open, mailed } = await openFixture(t);
    await service.addTenant('Drugi savez');
    await service.audit.forget();
    const path = `/api/admin/users/${id}${change.target}`;
    const changed = await service.call(`PUT ${path}`, { token: federation, body: change.body });
    assert.deepEqual([changed.status, changed.body.status, changed.body.invite_link], [200, 'invited', undefined]);
    const trail = await service.audit.take();
    assert.deepEqual(
      trail.map(({ action, user_id, actor_id }) => [action, user_id, actor_id]),
      acts.map((action) => [action, id, above.id]),
    );
    const mails = await service.mails.take();
    assert.deepEqual(
      mails.map(({ kind, to_address, params }) => [kind, to_address, params.tenant, params.invited_by]),
      [['invitation', 'nova@example.hr', becomes[1], 'Ante Savez']],
    );
    const refused = await open(seen);
    assert.deepEqual([refused.status, refused.body.code], [400, 'token.invalid']);
    assert.deepEqual(await service.audit.actions(), ['invite.consume.fail']);
    const accepted = await open(await mailed());
    const { role, tenant_name } = accepted.body.user;
    assert.deepEqual([accepted.status, role, tenant_name], [200, ...becomes]);
  });

test('nobody is invited again who loses power, or whose invitation is over', async (t) => {
  const { service, federation, id, seen, open } = await openFixture(t);
  const uninvited = await service.addPerson({ status: 'invited', passwordHash: null });
  const give = (role: string, of = id) =>
    service.call(`PUT /api/admin/users/${of}/role`, { token: federation, body: { role } });
  assert.equal((await give('guest')).status, 200);
  assert.equal((await open(seen)).status, 200, 'the link opens no more than before');
  await service.audit.forget();
  await service.mails.take();
  assert.equal((await give('admin')).status, 200);
  assert.equal((await give('admin', uninvited.id)).status, 200);
  assert.deepEqual(await service.audit.actions(), ['user.role.change', 'user.role.change']);
  assert.deepEqual(await service.mails.take(), []);
});

test('a bulk act that gives more power, and its undoing, renew invitations too', async (t) => {
  const { service, federation, id, seen, open, mailed } = await openFixture(t);
  const filter = { status: 'invited' };
  const act = (role: string) => ({ action: 'role', role, filter, expected_total: 1 });
  const raised = await service.call('POST /api/admin/users/bulk', { token: federation, body: act('admin') });
  assert.equal(raised.status, 202, raised.text);
  await service.bulkActs.runDue();
  assert.deepEqual(await service.audit.actions(), ['bulk.start', 'user.role.change', 'user.invite', 'bulk.finish']);
  assert.equal((await open(seen)).status, 400);
  const ofAdmin = await mailed();
  const lowered = await service.call('POST /api/admin/users/bulk', { token: federation, body: act('guest') });
  await service.bulkActs.runDue();
  await service.audit.forget();
  await service.mails.take();
  const { status } = await service.call(`POST /api/admin/bulk-acts/${lowered.body.id}/undo`, { token: federation });
  assert.equal(status, 202);
  await service.bulkActs.runDue();
  assert.deepEqual(await service.audit.actions(), ['bulk.undo', 'user.role.change', 'user.invite', 'bulk.finish']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, user_id }) => [kind, user_id]),
    [['invitation', id]],
  );
  assert.equal((await open(ofAdmin)).status, 400);
});
