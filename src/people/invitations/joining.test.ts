// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertMembershipsAgree } from '../../../test/support/memberships-agree.ts';
import { PASSWORD, startTestService } from '../../../test/support/test-service.ts';
import { PLAIN_FIELDS } from '../../accounts/users/person-form.ts';
import { days } from '../../platform/kernel/durations.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const COACH = 'trener@example.hr';
const CHOSEN = 'moja nova lozinka';
const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? '';

/** Two clubs with an administrator each, and a coach of the first, whose address is confirmed. */
async function start(t: TestContext) {
  const service = await startTestService(t);
  const [neretva, cetina] = [await service.addTenant('Klub Neretva'), await service.addTenant('Klub Cetina')];
  const add = (email: string, role: 'admin' | 'superadmin', tenantId: number) =>
    service.addPerson({ email, role, tenantId });
  await add('sanja.super@example.hr', 'superadmin', 1);
  await add('admin-n@example.hr', 'admin', neretva.id);
  await add('admin-c@example.hr', 'admin', cetina.id);
  const coach = await service.addPerson({ email: COACH, tenantId: neretva.id, ime: 'Jakov', emailVerified: true });
  const tokens = {
    boss: await service.tokenOf('sanja.super@example.hr'),
    n: await service.tokenOf('admin-n@example.hr'),
    c: await service.tokenOf('admin-c@example.hr'),
  };
  const own = await service.tokenOf(COACH);
  const create = (token: string, more: object = {}) =>
    service.call('POST /api/admin/users', {
      token,
      body: { email: COACH, ime: 'J.', prezime: 'Trener', telefon: '+385 91 555 1234', role: 'member', ...more },
    });
  const invitations = async (token = own, link?: string) => {
    const query = link === undefined ? '' : `?token=${tokenIn(link)}`;
    const { status, body } = await service.call(`GET /api/users/me/invitations${query}`, { token });
    assert.equal(status, 200);
    return body.items;
  };
  const answer = (id: number, verb: 'accept' | 'decline', token = own, body: object = {}) =>
    service.call(`POST /api/users/me/invitations/${id}/${verb}`, { token, body });
  const setUp = (link: string) =>
    service.call('POST /api/auth/setup-password', { body: { token: tokenIn(link), new_password: CHOSEN } });
  const listIn = async (token: string, query = '') =>
    (await service.call(`GET /api/admin/users${query}`, { token })).body.items;
  await service.audit.forget();
  await service.mails.take();
  return { service, neretva, cetina, coach, tokens, own, create, invitations, answer, setUp, listIn };
}

test('whoever has an account elsewhere is invited like anybody, and joins with it', async (t) => {
  const { service, cetina, coach, tokens, own, create, invitations, answer, listIn } = await start(t);
  const created = await create(tokens.c, { role: 'manager' });
  assert.equal(created.status, 201, created.text);
  const { id, email, status, email_verified } = created.body;
  assert.deepEqual([email, status, email_verified], [COACH, 'invited', false]);
  assert.notEqual(id, coach.id);
  assert.deepEqual(await service.audit.actions(), ['user.create', 'user.invite']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address, user_id }) => [kind, to_address, user_id]),
    [['invitation', COACH, id]],
  );
  const [{ id: mid }] = (await service.call(`GET /api/admin/users/${id}/memberships`, { token: tokens.c })).body.items;
  const numbered = await service.call(`PATCH /api/admin/users/${id}/memberships/${mid}`, {
    token: tokens.c,
    body: { number: 'C-7' },
  });
  assert.equal(numbered.status, 200, numbered.text);
  await service.audit.forget();

  const [invitation, ...more] = await invitations();
  assert.deepEqual(more, []);
  const { tenant_id, tenant_name, role, invited_by } = invitation;
  assert.deepEqual([tenant_id, tenant_name, role], [cetina.id, 'Klub Cetina', 'manager']);
  assert.match(invited_by, /Čavić/);
  assert.deepEqual(Object.keys(invitation).sort(), [
    ...['created_at', 'expires_at', 'id', 'invited_by', 'role', 'tenant_id', 'tenant_name'],
  ]);
  assert.equal((await answer(invitation.id, 'accept')).status, 204);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, user_id, actor_id }) => [action, user_id, actor_id]),
    [
      ['user.delete', id, coach.id],
      ['invitation.accept', coach.id, coach.id],
      ['membership.create', coach.id, coach.id],
    ],
  );
  assert.deepEqual(await service.mails.take(), []);
  await assertMembershipsAgree(service.database.read);

  const { body: me } = await service.call('GET /api/auth/me', { token: own });
  assert.deepEqual([me.ime, me.telefon, me.email], ['Jakov', '', COACH], 'the person’s own data stay');
  const joined = me.memberships.find((one: { tenant_id: number }) => one.tenant_id === cetina.id);
  assert.deepEqual([joined.state, joined.role, joined.number], ['active', 'manager', 'C-7']);
  const [listed, ...others] = (await listIn(tokens.c)).filter((one: { email: string }) => one.email === COACH);
  assert.deepEqual([listed.id, listed.role, listed.status, others], [coach.id, 'manager', 'active', []]);
  const { refresh_token } = (await service.signIn(COACH)).body;
  const over = await service.call('POST /api/auth/refresh', { body: { refresh_token, tenant_id: cetina.id } });
  assert.deepEqual([over.status, over.body.user?.tenant_id], [200, cetina.id]);
  assert.deepEqual(await invitations(), []);
  assert.equal((await answer(invitation.id, 'accept')).body.code, 'joining.not_found');
  assert.equal((await answer(invitation.id, 'decline')).body.code, 'joining.not_found');
  // The record is gone for good: the address is somebody’s within reach by now.
  const restored = await service.call(`POST /api/admin/users/${id}/restore`, { token: tokens.c });
  assert.deepEqual([restored.status, restored.body.code], [409, 'users.email_taken']);
});

test('whoever declines stays unknown, and the record ends', async (t) => {
  const { service, tokens, create, invitations, answer, listIn } = await start(t);
  const { body } = await create(tokens.c);
  const [{ id }] = await invitations();
  await service.audit.forget();
  await service.mails.take();
  assert.equal((await answer(id, 'decline')).status, 204);
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, user_id, actor_id }) => [action, user_id, actor_id]),
    [
      ['invitation.decline', body.id, null],
      ['user.delete', body.id, null],
    ],
  );
  assert.deepEqual(await service.mails.take(), []);
  assert.deepEqual(
    (await listIn(tokens.c)).filter((one: { email: string }) => one.email === COACH),
    [],
  );
  assert.deepEqual(await invitations(), []);
  assert.equal((await service.call(`GET /api/auth/setup-password?token=${tokenIn(body.invite_link)}`)).status, 400);
  assert.equal((await create(tokens.c)).status, 201, 'they may be invited again');
});

test('within reach a taken address is refused, also by a record that waits', async (t) => {
  const { service, tokens, create } = await start(t);
  for (const token of [tokens.n, tokens.boss]) {
    const refused = await create(token);
    assert.deepEqual([refused.status, refused.body.code], [409, 'users.email_taken']);
    assert.deepEqual(await service.audit.actions(), ['user.address.taken']);
  }
  assert.equal((await create(tokens.c)).status, 201);
  const again = await create(tokens.c);
  assert.deepEqual([again.status, again.body.code], [409, 'users.email_taken']);
});

test('a record that nobody accepted has no way in', async (t) => {
  const { service, tokens, coach, create, setUp, invitations } = await start(t);
  const { body } = await create(tokens.c);
  await service.audit.forget();
  const refused = await setUp(body.invite_link);
  assert.deepEqual([refused.status, refused.body.code], [409, 'invitation.account_exists']);
  const [record] = await service.audit.take();
  assert.deepEqual([record?.action, record?.meta.reason, record?.user_id], ['invite.consume.fail', 'account', body.id]);
  const preflight = await service.call(`GET /api/auth/setup-password?token=${tokenIn(body.invite_link)}`);
  assert.deepEqual([preflight.status, preflight.body.ime, preflight.body.tenant_name], [200, 'J.', 'Klub Cetina']);
  assert.equal((await invitations()).length, 1, 'the link still works');
  // Whatever goes by the address goes to the account.
  assert.equal((await service.signIn(COACH)).body.user.id, coach.id);
  assert.equal((await service.signIn(COACH, CHOSEN)).status, 401);
  await service.mails.take();
  await service.call('POST /api/auth/forgot-password', { body: { email: COACH } });
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, user_id }) => [kind, user_id]),
    [['password-reset', coach.id]],
  );
});

test('a withdrawn, replaced or expired invitation cannot be accepted; a newer one can', async (t) => {
  const { service, tokens, create, invitations, answer } = await start(t);
  await create(tokens.c);
  const [first] = await invitations();
  await service.call(`POST /api/admin/invitations/${first.id}/resend`, { token: tokens.c });
  assert.equal((await answer(first.id, 'accept')).status, 404);
  const [second] = await invitations();
  assert.notEqual(second.id, first.id);
  assert.equal((await service.call(`DELETE /api/admin/invitations/${second.id}`, { token: tokens.c })).status, 204);
  assert.deepEqual(await invitations(), []);
  assert.equal((await answer(second.id, 'accept')).status, 404);
  const [record] = await service.database.read
    .selectFrom('users')
    .select('id')
    .where('joining_at', 'is not', null)
    .execute();
  await service.call(`POST /api/admin/users/${record?.id}/invite`, { token: tokens.c });
  const [third] = await invitations();
  service.clock.advance(days(8));
  const later = await service.tokenOf(COACH);
  assert.deepEqual(await invitations(later), []);
  assert.equal((await answer(third.id, 'accept', later)).status, 404);
});

test('an account that was opened by a link which others saw joins by the mail’s link alone', async (t) => {
  const { service, neretva, tokens, create, invitations, answer, setUp } = await start(t);
  const email = 'petra@example.hr';
  const first = await create(tokens.n, { email });
  assert.equal((await setUp(first.body.invite_link)).status, 200, 'perhaps by the administrator who saw it');
  const own = (await service.signIn(email, CHOSEN)).body.access_token;
  const second = await create(tokens.c, { email });
  assert.equal(second.status, 201, second.text);
  assert.deepEqual(await invitations(own), []);
  const found = await service.database.read
    .selectFrom('action_tokens')
    .select('id')
    .where('user_id', '=', second.body.id)
    .executeTakeFirstOrThrow();
  assert.equal((await answer(found.id, 'accept', own)).status, 404);
  assert.equal((await answer(found.id, 'accept', own, { token: 'x'.repeat(43) })).status, 404);
  const [shown] = await invitations(own, second.body.invite_link);
  assert.equal(shown.id, found.id);
  const joined = await answer(found.id, 'accept', own, { token: tokenIn(second.body.invite_link) });
  assert.equal(joined.status, 204, joined.text);
  const { body: me } = await service.call('GET /api/auth/me', { token: own });
  assert.deepEqual([me.memberships.length, me.tenant_id], [2, neretva.id]);
});

test('nobody answers an invitation to another address', async (t) => {
  const { service, tokens, create, invitations, answer } = await start(t);
  const { body } = await create(tokens.c);
  const [{ id }] = await invitations();
  const other = await service.addPerson({ email: 'drugi@example.hr', emailVerified: true });
  const token = await service.tokenOf(other.email);
  assert.deepEqual(await invitations(token), []);
  assert.deepEqual(await invitations(token, body.invite_link), []);
  for (const verb of ['accept', 'decline'] as const)
    assert.equal((await answer(id, verb, token, { token: tokenIn(body.invite_link) })).status, 404);
});

test('of two clubs that invite a stranger, whichever is accepted first makes the account', async (t) => {
  const { service, tokens, create, setUp, invitations, answer } = await start(t);
  const email = 'petra@example.hr';
  const [first, second] = [await create(tokens.n, { email }), await create(tokens.c, { email })];
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.equal((await setUp(second.body.invite_link)).status, 200);
  const signedIn = (await service.signIn(email, CHOSEN)).body;
  assert.equal(signedIn.user.id, second.body.id);
  assert.equal((await setUp(first.body.invite_link)).body.code, 'invitation.account_exists');
  const [{ id, tenant_name }] = await invitations(signedIn.access_token, first.body.invite_link);
  assert.equal(tenant_name, 'Klub Neretva');
  const body = { token: tokenIn(first.body.invite_link) };
  assert.equal((await answer(id, 'accept', signedIn.access_token, body)).status, 204);
  await assertMembershipsAgree(service.database.read);
});

test('whoever is there already cannot join again', async (t) => {
  const { service, coach, cetina, tokens, create, invitations, answer } = await start(t);
  await create(tokens.c);
  const [{ id }] = await invitations();
  const added = await service.call(`POST /api/admin/users/${coach.id}/memberships`, {
    token: tokens.boss,
    body: { tenant_id: cetina.id, role: 'member' },
  });
  assert.equal(added.status, 201, added.text);
  await service.audit.forget();
  assert.deepEqual((await answer(id, 'accept')).body.code, 'memberships.exists');
  assert.deepEqual(await service.audit.actions(), []);
  assert.equal((await answer(id, 'decline')).status, 204);
});

test('another address of somebody invited, and a restored record, tell as little', async (t) => {
  const { service, coach, tokens, create, invitations } = await start(t);
  const { body } = await create(tokens.c, { email: 'netko@example.hr' });
  const path = `/api/admin/users/${body.id}`;
  const changed = await service.call(`PATCH ${path}`, { token: tokens.c, body: { email: COACH } });
  assert.deepEqual([changed.status, changed.body.email], [200, COACH], changed.text);
  await service.call(`POST ${path}/invite`, { token: tokens.c });
  assert.equal((await invitations()).length, 1);
  assert.equal((await service.call(`DELETE ${path}`, { token: tokens.c })).status, 204);
  assert.deepEqual(await invitations(), []);
  const restored = await service.call(`POST ${path}/restore`, { token: tokens.c });
  assert.deepEqual([restored.status, restored.body.email], [200, COACH], restored.text);
  const back = await service.call(`PATCH ${path}`, { token: tokens.c, body: { email: 'netko@example.hr' } });
  assert.equal(back.status, 200);
  await service.call(`POST ${path}/invite`, { token: tokens.c });
  assert.deepEqual(await invitations(), []);
  assert.equal((await service.signIn(COACH, PASSWORD)).body.user.id, coach.id);
});

test('what clubs entered is in the export of whoever has the address, and goes with the account', async (t) => {
  const { service, coach, tokens, create } = await start(t);
  const { body } = await create(tokens.c, { oib: '69435151530' });
  const exported = await service.call(`GET /api/admin/gdpr/users/${coach.id}/export`, { token: tokens.boss });
  const [record, ...more] = exported.body.joining;
  assert.deepEqual(more, []);
  assert.deepEqual([record.tenant_name, record.role], ['Klub Cetina', 'member']);
  const entered = { ime: 'J.', prezime: 'Trener', full_name: 'J. Trener', telefon: '+385 91 555 1234' };
  assert.deepEqual(
    Object.fromEntries(PLAIN_FIELDS.map((field) => [field, record[field]])),
    { ...entered, oib: '69435151530', preferred_language: 'hr' },
    'every field of a person',
  );
  const unconfirmed = await service.addPerson({ email: 'ana@example.hr' });
  await create(tokens.c, { email: 'ana@example.hr' });
  const hidden = await service.call(`GET /api/admin/gdpr/users/${unconfirmed.id}/export`, { token: tokens.boss });
  assert.deepEqual(hidden.body.joining, []);
  const own = await service.tokenOf(COACH);
  const { id } = (await service.call('POST /api/users/me/gdpr-erase', { token: own })).body;
  const approved = await service.call(`POST /api/admin/gdpr/erasure-requests/${id}/approve`, { token: tokens.boss });
  assert.equal(approved.status, 200, approved.text);
  await runErasures(service.privacy);
  await service.mail.deliverDue();
  await runErasures(service.privacy);
  const rows = await service.database.read
    .selectFrom('users')
    .select(['email', 'ime', 'prezime', 'oib', 'telefon', 'status'])
    .where('id', 'in', [coach.id, body.id])
    .orderBy('id')
    .execute();
  for (const row of rows) {
    assert.match(row.email, /erased/);
    assert.deepEqual([row.ime, row.prezime, row.oib, row.telefon, row.status], ['', '', '', '', 'deleted']);
  }
});
