import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { rawToken } from '../../accounts/action-tokens/issue-action-token.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const CHOSEN = 'moja nova lozinka';

/** A club's administrator, who has invited somebody new and somebody who is in use, and a superadmin. */
async function openFixture(t: TestContext) {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  await service.addTenant('Drugi savez');
  const former = await service.addPerson({ email: 'klub@example.hr', role: 'admin', ime: 'Iva', prezime: 'Klub' });
  const above = await service.addPerson({
    email: 'savez@example.hr',
    role: 'superadmin',
    ime: 'Ante',
    prezime: 'Savez',
  });
  const used = await service.addPerson({ email: 'ana@example.hr' });
  const club = await service.tokenOf('klub@example.hr');
  const federation = await service.tokenOf('savez@example.hr');
  const body = { email: 'nova@example.hr', ime: 'Nova', prezime: 'Osoba', role: 'member' };
  const created = (await service.call('POST /api/admin/users', { token: club, body })).body;
  const invited = (await service.call(`POST /api/admin/users/${used.id}/invite`, { token: club })).body;
  const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';
  const forget = async () => {
    await service.audit.forget();
    await service.mails.take();
  };
  await forget();
  return {
    service,
    former,
    above,
    club,
    federation,
    forget,
    newId: created.id as number,
    usedId: used.id,
    seen: [tokenIn(created.invite_link), tokenIn(invited.invite_link)] as const,
    open: (token: string) => service.call('POST /api/auth/setup-password', { body: { token, new_password: CHOSEN } }),
    told: async () => ({
      acts: (await service.audit.take()).map(({ action, user_id, actor_id }) => [action, user_id, actor_id]),
      mails: (await service.mails.take()).map(({ kind, to_address, params }) => [kind, to_address, params.invited_by]),
    }),
    /** The token of the mail that is about to be sent. */
    mailed: async (id: number) => {
      const tokens = service.database.read.selectFrom('action_tokens').selectAll().where('user_id', '=', id);
      return rawToken(service.keys, await tokens.orderBy('id', 'desc').executeTakeFirstOrThrow());
    },
  };
}

for (const { name, target, body, act, status = 200 } of [
  { name: 'has lost the role', target: 'PUT /role', body: { role: 'manager' }, act: 'user.role.change' },
  { name: 'was suspended', target: 'POST /suspend', body: {}, act: 'user.suspend' },
  { name: 'was deleted', target: 'DELETE ', body: undefined, act: 'user.delete', status: 204 },
  { name: 'was moved to another tenant', target: 'PUT ', body: { tenant_id: 2 }, act: 'user.update' },
])
  test(`a link that an administrator saw opens nothing once they are none: who ${name}`, async (t) => {
    const { service, former, above, federation, newId, usedId, seen, open, told, mailed } = await openFixture(t);
    const [method, tail] = target.split(' ');
    const call = { token: federation, ...(body === undefined ? {} : { body }) };
    assert.equal((await service.call(`${method} /api/admin/users/${former.id}${tail}`, call)).status, status);
    assert.deepEqual(await told(), {
      acts: [
        [act, former.id, above.id],
        ['user.invite', newId, above.id],
        ['user.invite', usedId, above.id],
      ],
      mails: [
        ['invitation', 'nova@example.hr', 'Ante Savez'],
        ['invitation', 'ana@example.hr', 'Ante Savez'],
      ],
    });
    for (const token of seen) {
      const refused = await open(token);
      assert.deepEqual([refused.status, refused.body.code], [400, 'token.invalid']);
    }
    for (const id of [newId, usedId]) assert.equal((await open(await mailed(id))).status, 200);
  });

test('a link that an administrator saw ends with their data too', async (t) => {
  const { service, former, federation, club, seen, open } = await openFixture(t);
  const request = await service.call('POST /api/users/me/gdpr-erase', { token: club });
  const approval = `POST /api/admin/gdpr/erasure-requests/${request.body.id}/approve`;
  assert.equal((await service.call(approval, { token: federation })).status, 200);
  await runErasures(service.privacy); // queues the last mail and waits for it
  await service.mail.deliverDue();
  service.clock.advance(minutes(2));
  await runErasures(service.privacy);
  const { full_name } = (await service.call(`GET /api/admin/users/${former.id}`, { token: federation })).body;
  assert.equal(full_name, '');
  for (const token of seen) assert.equal((await open(token)).status, 400);
});

test('links that nobody but the invited saw stay', async (t) => {
  const { service, former, club, federation, forget, newId, usedId, seen, open, told, mailed } = await openFixture(t);
  const act = { action: 'invite', ids: [newId, usedId] };
  assert.equal((await service.call('POST /api/admin/users/bulk', { token: club, body: act })).status, 200);
  await forget();
  const mails = [await mailed(newId), await mailed(usedId)];
  const give = (role: string) =>
    service.call(`PUT /api/admin/users/${former.id}/role`, { token: federation, body: { role } });
  assert.equal((await give('member')).status, 200);
  const acts = (await told()).acts.map(([action]) => action);
  assert.deepEqual(acts, ['user.role.change'], 'a bulk act shows no link');
  for (const token of seen) assert.equal((await open(token)).status, 400, 'replaced by the bulk act');
  for (const token of mails) assert.equal((await open(token)).status, 200);
});

test('a bulk act ends them too; of very many no more are sent again than anybody invites by hand', async (t) => {
  const { service, former, federation, forget, newId, told, open, seen } = await openFixture(t);
  const many: { readonly id: number }[] = [];
  while (many.length < 210) many.push(await service.addPerson({ status: 'invited', passwordHash: null }));
  await service.database.transaction(async (tx) => {
    const shown = await tx
      .selectFrom('action_tokens')
      .selectAll()
      .where('user_id', '=', newId)
      .executeTakeFirstOrThrow();
    for (const { id } of many) {
      const { id: _, ...row } = shown;
      await tx
        .insertInto('action_tokens')
        .values({ ...row, user_id: id, seed: `s${id}`, token_hash: `h${id}` })
        .execute();
    }
  });
  await forget();
  const suspending = { action: 'suspend', ids: [former.id] };
  const done = await service.call('POST /api/admin/users/bulk', { token: federation, body: suspending });
  assert.equal(done.status, 200, done.text);
  const { acts, mails } = await told();
  assert.deepEqual([acts.filter(([action]) => action === 'user.invite').length, mails.length], [200, 200]);
  for (const token of seen) assert.equal((await open(token)).status, 400);
  const { body } = await service.call('GET /api/admin/invitations?state=cancelled', { token: federation });
  assert.equal(body.total, 12);
});

test('links sent to somebody without end do not keep their sender in power', async (t) => {
  const { service, former, club, federation, usedId, open } = await openFixture(t);
  const invite = () => service.call(`POST /api/admin/users/${usedId}/invite`, { token: club });
  const answers = [];
  for (let sent = 1; sent <= 20; sent++) answers.push(await invite());
  assert.deepEqual([answers.at(-2)?.status, answers.at(-1)?.status], [200, 429]);
  const last = new URL(answers.at(-2)?.body.invite_link).searchParams.get('token') ?? '';
  const suspended = await service.call(`POST /api/admin/users/${former.id}/suspend`, { token: federation, body: {} });
  assert.equal(suspended.status, 200);
  assert.equal((await open(last)).status, 400, 'cancelled, and not replaced');
  const listed = await service.call('GET /api/admin/invitations?state=cancelled', { token: federation });
  assert.deepEqual(
    listed.body.items.map(({ user_id }: { user_id: number }) => user_id),
    [usedId],
  );
});
