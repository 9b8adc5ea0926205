// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { rawToken } from '../../accounts/action-tokens/issue-action-token.ts';
import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { mailTemplates } from '../../entry/app/declarations.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { days, hours, minutes, seconds } from '../../platform/kernel/durations.ts';
import { mailWorker } from '../../platform/mail/mail-worker.ts';
import { sendInvitation } from './invite-user.ts';

const CHOSEN = 'moja nova lozinka';
const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? '';

async function withAdmin(service: TestService): Promise<string> {
  await service.addPerson({ email: 'admin@example.hr', role: 'admin', ime: 'Iva', prezime: 'Horvat' });
  return service.tokenOf('admin@example.hr');
}

const setUp = (service: TestService, link: string, password = CHOSEN) =>
  service.call('POST /api/auth/setup-password', { body: { token: tokenIn(link), new_password: password } });

/** Delivers what waits to a server that refuses it. */
async function refuseMails({ database, clock, keys }: TestService): Promise<void> {
  const worker = mailWorker({
    database,
    clock,
    keys,
    mailTemplates,
    publicUrl: 'http://127.0.0.1:8080',
    log: pino({ level: 'silent' }),
    transport: { deliver: async () => ({ outcome: 'failed', error: 'EENVELOPE 550 unknown' }) },
    asOfNow: async (mail) => mail,
    brandOf: async () => undefined,
  });
  await worker.deliverDue();
}

test('an administrator creates a person, who accepts the invitation and signs in', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  const body = { email: ' Marko.PERIĆ@example.hr', ime: 'Marko', prezime: 'Perić', role: 'member', oib: '69435151530' };
  const created = await service.call('POST /api/admin/users', { token, body });
  assert.equal(created.status, 201);
  assert.equal(created.body.status, 'invited');
  assert.equal(created.body.email, 'marko.perić@example.hr');
  assert.equal(created.body.must_change_pwd, true);
  assert.match(created.body.invite_link, /^http:\/\/127\.0\.0\.1:8080\/setup-password\?token=[\w-]{43}$/);
  assert.deepEqual(await service.audit.actions(), ['user.create', 'user.invite']);
  const [mail] = await service.mails.take();
  assert.equal(mail?.kind, 'invitation');
  assert.equal(mail?.params.invited_by, 'Iva Horvat');
  assert.ok(!JSON.stringify(mail).includes(tokenIn(created.body.invite_link)), 'the outbox does not hold the token');

  const preflight = await service.call(`GET /api/auth/setup-password?token=${tokenIn(created.body.invite_link)}`);
  assert.deepEqual(
    [preflight.status, preflight.body.kind, preflight.body.email],
    [200, 'invite', 'marko.perić@example.hr'],
  );
  const { ime, tenant_name, invited_by } = preflight.body;
  assert.deepEqual({ ime, tenant_name, invited_by }, { ime: 'Marko', tenant_name: 'Savez', invited_by: 'Iva Horvat' });
  assert.equal((await setUp(service, created.body.invite_link)).status, 200);
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, user_id, actor_id }) => ({ action, user_id, actor_id })),
    [{ action: 'invite.consume.ok', user_id: created.body.id, actor_id: null }],
  );
  const signedIn = await service.signIn('marko.perić@example.hr', CHOSEN);
  assert.equal(signedIn.status, 200);
  const { status, email_verified, must_change_pwd } = signedIn.body.user;
  assert.deepEqual(
    { status, email_verified, must_change_pwd },
    { status: 'active', email_verified: true, must_change_pwd: false },
  );
});

test('inviting again ends the sign-ins, requires a new password and revokes the older link', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  const person = await service.addPerson({ email: 'ana@example.hr' });
  const theirs = await service.tokenOf('ana@example.hr');
  const first = await service.call(`POST /api/admin/users/${person.id}/invite`, { token });
  assert.equal(first.status, 200);
  assert.equal(first.body.expires_at, new Date(service.clock.now() + days(7)).toISOString());
  assert.equal((await service.call('GET /api/auth/me', { token: theirs })).status, 401);
  const signedIn = await service.signIn('ana@example.hr');
  assert.equal(signedIn.body.user.must_change_pwd, true);
  const put = await service.call('PUT /api/auth/me', { token: signedIn.body.access_token, body: { ime: 'X' } });
  assert.deepEqual([put.status, put.body.code], [403, 'password.change_required']);
  const second = await service.call(`POST /api/admin/users/${person.id}/invite`, { token });
  assert.equal((await setUp(service, first.body.invite_link)).status, 400);
  assert.equal(
    (await setUp(service, second.body.invite_link, 'kratko')).status,
    422,
    'a weak password does not spend it',
  );
  await service.mails.take();
  assert.equal((await setUp(service, second.body.invite_link)).status, 200);
  const told = (await service.mails.take()).map(({ kind, to_address }) => ({ kind, to_address }));
  assert.deepEqual(told, [{ kind: 'password-changed', to_address: 'ana@example.hr' }], 'the link was shown to another');
  assert.equal((await setUp(service, second.body.invite_link)).status, 400);
  assert.equal((await service.signIn('ana@example.hr', PASSWORD)).status, 401);
});

test('an invitation does not name the inviter once they are erased', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  const person = await service.addPerson({ status: 'invited', passwordHash: null, ime: '<b>Ana</b>' });
  const act = { action: 'invite', ids: [person.id] }; // shows no link, so that it outlives whoever asked
  assert.equal((await service.call('POST /api/admin/users/bulk', { token, body: act })).status, 200);
  const sent = await service.database.read.selectFrom('action_tokens').selectAll().executeTakeFirstOrThrow();
  const inviter = await service.call('GET /api/auth/me', { token });
  const above = await service.tokenOf('gazda@example.hr');
  assert.equal((await service.call(`DELETE /api/admin/users/${inviter.body.id}`, { token: above })).status, 204);
  await service.audit.forget();
  const preflight = await service.call(`GET /api/auth/setup-password?token=${rawToken(service.keys, sent)}`);
  const keys = ['valid', 'kind', 'expires_at', 'email', 'tenant_name', 'branding', 'ime', 'invited_by'];
  assert.deepEqual([preflight.status, Object.keys(preflight.body)], [200, keys]);
  assert.deepEqual([preflight.body.ime, preflight.body.invited_by], ['<b>Ana</b>', null], 'text, as it is stored');
  assert.deepEqual(await service.audit.take(), []);
});

test('an invitation is invalid after seven days, as a reset token, and for a deleted user', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  const person = await service.addPerson({ status: 'invited', passwordHash: null });
  const invite = async () =>
    (await service.call(`POST /api/admin/users/${person.id}/invite`, { token })).body.invite_link;
  const link = await invite();
  const asReset = await service.call('POST /api/auth/reset-password', {
    body: { token: tokenIn(link), new_password: CHOSEN },
  });
  assert.deepEqual([asReset.status, asReset.body.code], [400, 'token.invalid']);
  const asBearer = await service.call('GET /api/auth/me', { token: tokenIn(link) });
  assert.equal(asBearer.status, 401);
  service.clock.advance(days(7));
  await service.audit.forget();
  assert.equal((await setUp(service, link)).status, 400);
  assert.deepEqual(await service.audit.actions(), ['invite.consume.fail']);
});

test('the list of invitations says what became of their mails', async (t) => {
  const service = await startTestService(t);
  const { clock, database, keys } = service;
  const token = await withAdmin(service);
  const body = { email: 'nova@example.hr', ime: 'Nova', prezime: 'Osoba', role: 'member' };
  const { body: created } = await service.call('POST /api/admin/users', { token, body });
  const mailsOf = async (state: string): Promise<string[]> => {
    const { items } = (await service.call(`GET /api/admin/invitations?state=${state}`, { token })).body;
    return items.map(({ mail }: { mail: string }) => mail);
  };
  assert.deepEqual(await mailsOf('pending'), ['queued']);
  await refuseMails(service);
  assert.deepEqual(await mailsOf('pending'), ['failed']);
  const file = await service.call('GET /api/admin/invitations/export?format=csv&columns=person,mail', { token });
  assert.match(file.text, /Osoba;Poruka\r\nNova Osoba;Nije poslano/);
  clock.advance(seconds(1));
  await database.transaction(async (tx) => {
    const user = await holdUserRow(tx, created.id);
    assert.ok(user);
    const links = { database, clock, keys, publicUrl: 'http://127.0.0.1:8080' };
    const call = byOperator(['user.invite'], nowOf(clock));
    await sendInvitation(tx, links, call, { user, now: clock.now(), by: null, mail: false });
  });
  assert.deepEqual(await mailsOf('pending'), [null], 'its link was shown instead');
  clock.advance(seconds(1));
  assert.equal((await service.call(`POST /api/admin/users/${created.id}/invite`, { token })).status, 200);
  assert.deepEqual([await mailsOf('pending'), await mailsOf('replaced')], [['queued'], [null, null]]);
});

test('twenty links in an hour to one person, by whichever act, then 429; the last link works', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  const body = { email: 'nova@example.hr', ime: 'Nova', prezime: 'Osoba', role: 'member' };
  const created = await service.addPerson({ email: 'ana@example.hr' });
  const invite = () => service.call(`POST /api/admin/users/${created.id}/invite`, { token });
  const pending = async () => (await service.call('GET /api/admin/invitations?state=pending', { token })).body.items;
  for (let sent = 0; sent < 18; sent++) assert.equal((await invite()).status, 200);
  assert.equal((await service.call(`POST /api/admin/users/${created.id}/reset-password`, { token })).status, 200);
  const last = await invite();
  assert.equal(last.status, 200);
  await service.audit.forget();
  await service.mails.take();

  const [{ id }] = await pending();
  const refused = [await invite(), await service.call(`POST /api/admin/invitations/${id}/resend`, { token })];
  for (const { status, body, headers } of refused)
    assert.deepEqual([status, body.code, headers['retry-after']], [429, 'token.too_many', '3600']);
  const bulk = { action: 'invite', ids: [created.id] };
  const { results } = (await service.call('POST /api/admin/users/bulk', { token, body: bulk })).body;
  assert.deepEqual([results[0].ok, results[0].code], [false, 'token.too_many']);
  assert.deepEqual([await service.audit.actions(), await service.mails.take()], [[], []]);
  assert.equal((await setUp(service, last.body.invite_link)).status, 200);

  const other = await service.call('POST /api/admin/users', { token, body: body });
  assert.equal(other.status, 201, 'others are invited meanwhile');
  service.clock.advance(hours(1));
  const again = await service.tokenOf('admin@example.hr');
  assert.equal(
    (await service.call(`POST /api/admin/users/${created.id}/reset-password`, { token: again })).status,
    200,
  );
});

test('correcting the address revokes the invitation sent to the old one', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin' });
  const token = await service.tokenOf('uprava@example.hr');
  const body = { email: 'krivi@example.hr', ime: 'Ana', prezime: 'Anić', role: 'member' };
  const { body: created } = await service.call('POST /api/admin/users', { token, body });
  const link = new URL(created.invite_link).searchParams.get('token');
  const edit = (change: object) => service.call(`PATCH /api/admin/users/${created.id}`, { token, body: change });
  const ask = () => service.call(`GET /api/auth/setup-password?token=${link}`);
  await edit({ ime: 'Anja', email: 'krivi@example.hr' });
  assert.equal((await ask()).status, 200, 'the same address changes nothing');
  assert.equal((await edit({ email: 'pravi@example.hr' })).body.email, 'pravi@example.hr');
  assert.equal((await ask()).status, 400);
  const accepting = { body: { token: link, new_password: 'tri-vesla-na-suncu' } };
  assert.equal((await service.call('POST /api/auth/setup-password', accepting)).status, 400);
  const { body: seen } = await service.call(`GET /api/admin/users/${created.id}`, { token });
  assert.deepEqual([seen.status, seen.email_verified], ['invited', false]);
  assert.equal((await service.call(`POST /api/admin/users/${created.id}/invite`, { token })).status, 200);
});

test('only administrators invite, below their tier and inside their tenant', async (t) => {
  const service = await startTestService(t);
  const admin = await withAdmin(service);
  const club = await service.addTenant('Klub');
  const other = await service.addPerson({ tenantId: club.id });
  const peer = await service.addPerson({ role: 'admin' });
  const member = await service.addPerson({ email: 'clan@example.hr' });
  const self = await service.signIn('admin@example.hr');
  const invite = (id: number, token = admin) => service.call(`POST /api/admin/users/${id}/invite`, { token });
  await service.audit.forget();
  const refusals: [number, string][] = [];
  for (const answer of [
    await invite(other.id),
    await invite(999_999),
    await invite(peer.id),
    await invite(self.body.user.id),
  ]) {
    refusals.push([answer.status, answer.body.code]);
  }
  assert.deepEqual(refusals, [
    [404, 'users.not_found'],
    [404, 'users.not_found'],
    [403, 'users.tier'],
    [409, 'users.self'],
  ]);
  const asMember = await invite(peer.id, await service.tokenOf(member.email));
  assert.deepEqual([asMember.status, asMember.body.code], [403, 'access.role']);
  assert.equal((await service.call(`POST /api/admin/users/${member.id}/invite`)).status, 401);
  assert.deepEqual(await service.mails.take(), []);
  assert.deepEqual(await service.audit.actions(), []);
});

test('an administrator cannot create people above their tier or outside their tenant, nor twice', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'zauzeto@example.hr' });
  const body = { email: 'nova@example.hr', ime: 'Nova', prezime: 'Osoba', role: 'member' };
  const create = (change: object) => service.call('POST /api/admin/users', { token, body: { ...body, ...change } });
  const peer = await create({ role: 'admin' });
  assert.deepEqual([peer.status, peer.body.code], [403, 'users.tier']);
  const elsewhere = await create({ tenant_id: club.id });
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [404, 'tenants.not_found']);
  const taken = await create({ email: 'ZAUZETO@example.hr' });
  assert.deepEqual([taken.status, taken.body.code], [409, 'users.email_taken']);
  assert.deepEqual(await service.audit.actions(), ['user.address.taken']);
  const wrongOib = await create({ oib: '12345678901' });
  assert.deepEqual([wrongOib.status, wrongOib.body.detail[0].loc], [422, ['body', 'oib']]);
});

test('granting a role that sees others requires a recent sign-in, creating a member does not', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  service.clock.advance(minutes(10));
  const create = (role: string) =>
    service.call('POST /api/admin/users', {
      token,
      body: { email: `${role}@example.hr`, ime: 'Nova', prezime: 'Osoba', role },
    });
  const manager = await create('manager');
  assert.deepEqual([manager.status, manager.body.code], [403, 'reauth.required']);
  assert.equal((await create('member')).status, 201);
});

test('a person who accepts can be signed in at once, and keeps the consents given as a guest', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  const body = { email: 'ana@example.hr', ime: 'Ana', prezime: 'Ban', role: 'member' };
  const { invite_link } = (await service.call('POST /api/admin/users', { token, body })).body;
  await service.audit.forget();
  const set = (password: string) =>
    service.call('POST /api/auth/setup-password', {
      body: { token: tokenIn(invite_link), new_password: password, sign_in: true },
    });
  assert.equal((await set('lozinka123')).status, 422);
  const { status, body: answer } = await set(CHOSEN);
  assert.deepEqual([status, answer.token_type, answer.user.email], [200, 'bearer', 'ana@example.hr']);
  assert.equal(answer.user.must_change_pwd, false);
  assert.equal((await service.call('GET /api/auth/me', { token: answer.access_token })).status, 200);
  const [consumed, login, ...more] = await service.audit.take();
  assert.deepEqual([consumed?.action, login?.action, more], ['invite.consume.ok', 'login.ok', []]);
  assert.deepEqual([login?.actor_id, login?.meta.by], [answer.user.id, 'link']);
  const again = await set(CHOSEN);
  assert.deepEqual([again.status, again.body.access_token], [400, undefined]);
});

const ask = (service: TestService, token: string) => service.call('POST /setup-password/ask', { body: { token } });

test('whoever holds an expired invitation asks its inviter for a new one, once', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  const body = { email: 'ana@example.hr', ime: 'Ana', prezime: 'Kos', role: 'member' };
  const created = await service.call('POST /api/admin/users', { token, body });
  const link = tokenIn(created.body.invite_link);
  const unexpired = await ask(service, link);
  assert.equal(unexpired.status, 202);
  await service.audit.forget();
  await service.mails.take();

  service.clock.advance(days(7));
  const answers = await Promise.all([ask(service, link), ask(service, link), ask(service, 'x'.repeat(43))]);
  for (const { status, body: said } of answers) assert.deepEqual([status, said], [202, unexpired.body]);
  const [asked, ...more] = await service.audit.take();
  assert.deepEqual(
    [asked?.action, asked?.user_id, asked?.actor_id, more],
    ['invitation.ask', created.body.id, null, []],
    'also of two at once',
  );
  const mails = await service.mails.take();
  assert.deepEqual(
    mails.map(({ kind, to_address, params }) => [kind, to_address, params.person, params.address]),
    [['invitation-asked', 'admin@example.hr', 'Ana Kos', 'ana@example.hr']],
  );
  assert.equal((await setUp(service, created.body.invite_link)).status, 400, 'the old link stays dead');
});

test('nobody is asked by an invitation that was accepted, replaced or withdrawn', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  const invite = async (email: string): Promise<{ id: number; link: string }> => {
    const { body } = await service.call('POST /api/admin/users', {
      token,
      body: { email, ime: 'Ana', prezime: 'Kos', role: 'member' },
    });
    return { id: body.id, link: body.invite_link };
  };
  const [accepted, replaced, withdrawn] = [await invite('a@e.hr'), await invite('b@e.hr'), await invite('c@e.hr')];
  assert.equal((await setUp(service, accepted.link)).status, 200);
  assert.equal((await service.call(`POST /api/admin/users/${replaced.id}/invite`, { token })).status, 200);
  const { body: open } = await service.call('GET /api/admin/invitations?q=c@e.hr', { token });
  assert.equal((await service.call(`DELETE /api/admin/invitations/${open.items[0].id}`, { token })).status, 204);
  service.clock.advance(days(8));
  await service.audit.forget();
  await service.mails.take();
  for (const { link } of [accepted, replaced, withdrawn]) assert.equal((await ask(service, tokenIn(link))).status, 202);
  assert.deepEqual(await service.audit.actions(), []);
  assert.deepEqual(await service.mails.take(), []);
});

test('administrators of the tenant are asked where the inviter may no longer invite, each with few mails', async (t) => {
  const service = await startTestService(t);
  const token = await withAdmin(service);
  const boss = await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  const links: string[] = [];
  for (let number = 0; number < 12; number++) {
    const person = { email: `osoba${number}@example.hr`, ime: 'Ana', prezime: 'Kos', role: 'member' };
    const { body } = await service.call('POST /api/admin/users', { token, body: person });
    links.push(tokenIn(body.invite_link));
  }
  await service.addPerson({ email: 'druga@example.hr', role: 'admin' });
  service.clock.advance(days(8));
  const above = await service.tokenOf(boss.email);
  const { id } = (await service.call('GET /api/admin/users?q=admin@example.hr', { token: above })).body.items[0];
  assert.equal((await service.call(`POST /api/admin/users/${id}/suspend`, { token: above })).status, 200);
  await service.mails.take();
  await ask(service, links[0] ?? '');
  // Whoever asks again and again takes no mail of the others.
  for (let turn = 0; turn < 6; turn++) await ask(service, links[0] ?? '');
  for (const link of links.slice(1)) {
    service.clock.advance(minutes(1));
    assert.equal((await ask(service, link)).status, 202);
  }
  const mails = await service.mails.take();
  assert.deepEqual([...new Set(mails.map(({ to_address }) => to_address))], ['druga@example.hr']);
  const states = await service.database.read
    .selectFrom('mails')
    .select('state')
    .where('kind', '=', 'invitation-asked')
    .execute();
  const counts = Object.groupBy(states, ({ state }) => state);
  assert.deepEqual([counts.queued?.length, counts.cancelled?.length], [5, 7], 'recorded, and no flood');
});
