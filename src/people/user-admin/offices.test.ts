// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { days, hours, minutes } from '../../platform/kernel/durations.ts';
import { deriveCode, deriveToken } from '../../platform/keys/derived-secret.ts';
import { blankEndedMails } from '../../platform/mail/listed-mails-store.ts';

async function admin(service: TestService): Promise<string> {
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  return service.tokenOf('admin@example.hr');
}

test('invitations are listed by state, resent and cancelled', async (t) => {
  const service = await startTestService(t);
  const token = await admin(service);
  const people = [
    await service.addPerson({ status: 'invited', passwordHash: null }),
    await service.addPerson({ status: 'invited', passwordHash: null }),
  ];
  for (const { id } of people) await service.call(`POST /api/admin/users/${id}/invite`, { token });
  const list = async (state: string) =>
    (await service.call(`GET /api/admin/invitations?state=${state}`, { token })).body;
  const pending = await list('pending');
  assert.deepEqual([pending.total, pending.items[0].user_id, pending.items[0].state], [2, people[1]?.id, 'pending']);
  assert.deepEqual([pending.items[0].role, pending.items[0].user_status], ['member', 'invited']);
  assert.ok(!JSON.stringify(pending).includes('seed') && !JSON.stringify(pending).includes('token_hash'));
  const [second, first] = pending.items;
  await service.audit.forget();
  const resent = await service.call(`POST /api/admin/invitations/${first.id}/resend`, { token });
  assert.match(resent.body.invite_link, /setup-password/);
  assert.equal((await service.call(`DELETE /api/admin/invitations/${second.id}`, { token })).status, 204);
  assert.equal((await service.call(`DELETE /api/admin/invitations/${second.id}`, { token })).status, 409);
  assert.deepEqual(await service.audit.actions(), ['user.invite', 'invitation.cancel']);
  assert.deepEqual(
    [(await list('pending')).total, (await list('replaced')).total, (await list('cancelled')).total],
    [1, 1, 1],
  );
  service.clock.advance(days(8));
  const later = await service.tokenOf('admin@example.hr');
  const expired = await service.call('GET /api/admin/invitations?state=expired', { token: later });
  assert.equal(expired.body.total, 1);
});

test('an administrator reads the outbox without its secrets and sends a mail again', async (t) => {
  const service = await startTestService(t);
  const token = await admin(service);
  const club = await service.addTenant('Klub');
  const person = await service.addPerson({ email: 'ana@example.hr', status: 'invited', passwordHash: null });
  const invited = await service.call(`POST /api/admin/users/${person.id}/invite`, { token });
  const secret = new URL(invited.body.invite_link).searchParams.get('token') ?? '';
  const mails = await service.call('GET /api/admin/mails', { token });
  const [mail] = mails.body.items;
  assert.deepEqual(
    [mails.body.total, mail.kind, mail.state, mail.to_address],
    [1, 'invitation', 'queued', 'ana@example.hr'],
  );
  assert.equal(typeof mail.user_name, 'string');
  const health = (of: string) => service.call('GET /api/admin/mails/health', { token: of });
  assert.deepEqual((await health(token)).body, { waiting: 1, waiting_since: mail.created_at, parked: 0 });
  const read = await service.call(`GET /api/admin/mails/${mail.id}`, { token });
  assert.equal(read.status, 200);
  assert.match(read.body.text, /setup-password\?token=•••/);
  assert.ok(!read.text.includes(secret));
  assert.equal(
    (await service.call(`POST /api/admin/mails/${mail.id}/resend`, { token })).status,
    409,
    'it waits already',
  );
  await service.addPerson({ email: 'drugi@example.hr', role: 'admin', tenantId: club.id });
  const foreign = await service.tokenOf('drugi@example.hr');
  assert.equal((await service.call(`GET /api/admin/mails/${mail.id}`, { token: foreign })).status, 404);
  assert.equal((await service.call(`POST /api/admin/mails/${mail.id}/resend`, { token: foreign })).status, 404);
  assert.equal((await service.call('GET /api/admin/mails', { token: foreign })).body.total, 0);
  assert.deepEqual((await health(foreign)).body, { waiting: 0, waiting_since: null, parked: 0 });
  await service.database.transaction((tx) => tx.updateTable('mails').set({ state: 'failed' }).execute());
  assert.deepEqual((await health(token)).body, { waiting: 0, waiting_since: null, parked: 1 });
});

test("mails and invitations are searched page by page, within the caller's tenant", async (t) => {
  const service = await startTestService(t);
  const token = await admin(service);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'drugi@example.hr', role: 'admin', tenantId: club.id });
  const foreign = await service.tokenOf('drugi@example.hr');
  const invite = async (of: string, email: string, tenantId?: number) => {
    const waiting = {
      email,
      ime: 'Zora',
      status: 'invited',
      passwordHash: null,
      ...(tenantId ? { tenantId } : {}),
    } as const;
    const { id } = await service.addPerson(waiting);
    assert.equal((await service.call(`POST /api/admin/users/${id}/invite`, { token: of })).status, 200);
  };
  const [one, two, three] = ['ana.1@example.hr', 'ana.2@example.hr', 'ana.3@xn--amac-fua.hr'];
  for (const email of [one, two, three, 'anamarija@example.hr', 'an_m@example.hr']) await invite(token, email);
  await invite(foreign, 'ana.4@example.hr', club.id);
  /** The addresses of a list, walked page by page. */
  const walk = async (list: string, of: string, q: string, limit: number) => {
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const asked = new URLSearchParams({ q, limit: String(limit), ...(cursor && { cursor }) });
      const { status, body } = await service.call(`GET /api/admin/${list}?${asked}`, { token: of });
      assert.equal(status, 200, JSON.stringify(body));
      walked.push(...body.items.map((item: Record<string, string>) => item.to_address ?? item.email));
      cursor = body.next_cursor;
      if (cursor === null) assert.equal(body.total, walked.length);
    }
    return walked;
  };
  for (const list of ['mails', 'invitations']) {
    const found = (q: string) => walk(list, token, q, 50);
    assert.deepEqual(await found(' ANA.2'), [two]);
    assert.deepEqual(await found('ana.3@ČAMAC.hr'), [three], 'as people write it');
    assert.deepEqual(await found('an_m'), ['an_m@example.hr'], 'a character like any other');
    assert.deepEqual(await found('marija'), [], 'not from the middle of a word');
    assert.equal((await found('')).length, 5, 'nothing was asked for');
    for (const q of ['a', 'ana']) assert.deepEqual(await walk(list, token, q, 1), await found(q));
    assert.equal((await found('ana')).length, 4);
    assert.deepEqual(await walk(list, foreign, 'ana', 50), ['ana.4@example.hr']);
    assert.deepEqual(await walk(list, foreign, 'anamarija@example.hr', 50), []);
  }
});

test('a mail whose content has expired says so, and cannot be resent', async (t) => {
  const service = await startTestService(t);
  const token = await admin(service);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.call('POST /api/users/me/request-deletion', { token: await service.tokenOf('ana@example.hr') });
  await service.database.transaction((tx) => tx.updateTable('mails').set({ state: 'sent' }).execute());
  const [mail] = (await service.call('GET /api/admin/mails', { token })).body.items;
  const read = () => service.call(`GET /api/admin/mails/${mail.id}`, { token });
  assert.match((await read()).body.text, /brisanje/);
  const later = instantAt(service.clock.now() + days(1));
  assert.equal(await service.database.transaction((tx) => blankEndedMails(tx, later, 10)), 1);
  const blank = await read();
  assert.deepEqual([blank.status, blank.body.kind], [200, 'erasure-requested']);
  assert.match(blank.body.text, /više se ne čuva/);
  const again = await service.call(`POST /api/admin/mails/${mail.id}/resend`, { token });
  assert.deepEqual([again.status, again.body.code], [409, 'users.state']);
});

async function mailFixture(service: TestService) {
  const token = await admin(service);
  const row = (id: number) =>
    service.database.read.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    token,
    row,
    act: (target: string) => service.call(`POST /api/admin/${target}`, { token }),
    /** The newest mail, as if it had gone out. */
    sent: async (): Promise<number> => {
      await service.database.transaction((tx) => tx.updateTable('mails').set({ state: 'sent' }).execute());
      const { body } = await service.call('GET /api/admin/mails', { token });
      await service.audit.forget();
      return body.items[0].id;
    },
    tokenIn: async (id: number): Promise<string> =>
      deriveToken(service.keys, JSON.parse((await row(id)).secret_ref ?? '').seed),
    opens: async (path: string, raw: string): Promise<number> =>
      (await service.call(`GET /api/auth/${path}?token=${raw}`)).status,
  };
}

test('a resent invitation or reset has a new link, and the older one ends', async (t) => {
  const service = await startTestService(t);
  const fixture = await mailFixture(service);
  const invited = await service.addPerson({ email: 'iva@example.hr', status: 'invited', passwordHash: null });
  const active = await service.addPerson({ email: 'ana@example.hr' });
  for (const [person, act, path, life] of [
    [invited, 'invite', 'setup-password', days(7)],
    [active, 'reset-password', 'reset-password', hours(2)],
  ] as const) {
    await fixture.act(`users/${person.id}/${act}`);
    const id = await fixture.sent();
    const [before, first] = [await fixture.row(id), await fixture.tokenIn(id)];
    assert.equal(await fixture.opens(path, first), 200);
    service.clock.advance(minutes(4));
    const again = await fixture.act(`mails/${id}/resend`);
    assert.deepEqual([again.status, again.body.state], [200, 'queued']);
    const [record, ...others] = await service.audit.take();
    assert.deepEqual(others, []);
    assert.deepEqual([record?.action, record?.user_id, record?.meta], ['mail.resend', person.id, { mail_id: id }]);
    const [after, second] = [await fixture.row(id), await fixture.tokenIn(id)];
    assert.notEqual(after.message_id, before.message_id, 'or a mailbox would drop it as a duplicate');
    const expires_at = instantAt(service.clock.now() + life);
    assert.deepEqual(JSON.parse(after.params), { ...JSON.parse(before.params), expires_at });
    assert.deepEqual([await fixture.opens(path, first), await fixture.opens(path, second)], [400, 200]);
    const waiting = await fixture.act(`mails/${id}/resend`);
    assert.deepEqual([waiting.status, waiting.body.code], [409, 'users.state'], 'it waits already');
    assert.equal(await fixture.opens(path, second), 200, 'what is refused ends no link');
    const body = { token: second, new_password: 'sasvim druga rečenica' };
    assert.equal((await service.call(`POST /api/auth/${path}`, { body })).status, 200);
    assert.equal((await fixture.act(`mails/${id}/resend`)).status, 409, 'it did its work');
  }
});

test('a new link is issued only to a person who still needs it, at their current address, by somebody who may manage them', async (t) => {
  const service = await startTestService(t);
  const fixture = await mailFixture(service);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const above = await service.tokenOf('glavna@example.hr');
  const refusal = async (id: number) => {
    const before = await fixture.row(id);
    await service.audit.forget();
    const { status, body } = await fixture.act(`mails/${id}/resend`);
    assert.deepEqual([await fixture.row(id), await service.audit.take()], [before, []]);
    return [status, body.code];
  };
  const resetOf = async (email: string) => {
    const { id } = await service.addPerson({ email });
    await fixture.act(`users/${id}/reset-password`);
    return { id, mail: await fixture.sent() };
  };
  const suspended = await resetOf('ana@example.hr');
  await fixture.act(`users/${suspended.id}/suspend`);
  assert.deepEqual(await refusal(suspended.mail), [409, 'users.state']);
  const moved = await resetOf('iva@example.hr');
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ email: 'nova@example.hr' }).where('id', '=', moved.id).execute(),
  );
  assert.deepEqual(await refusal(moved.mail), [409, 'users.state']);
  const cancelled = await service.addPerson({ email: 'eva@example.hr', status: 'invited', passwordHash: null });
  await fixture.act(`users/${cancelled.id}/invite`);
  const mail = await fixture.sent();
  const [invitation] = (await service.call('GET /api/admin/invitations', { token: fixture.token })).body.items;
  await service.call(`DELETE /api/admin/invitations/${invitation.id}`, { token: fixture.token });
  assert.deepEqual(await refusal(mail), [409, 'users.state']);
  const peer = await service.addPerson({ email: 'druga@example.hr', role: 'admin' });
  await service.call(`POST /api/admin/users/${peer.id}/reset-password`, { token: above });
  assert.deepEqual(await refusal(await fixture.sent()), [403, 'users.tier']);
});

test('a resent mail with a code for a new address has a new code, and the older one ends', async (t) => {
  const service = await startTestService(t);
  const fixture = await mailFixture(service);
  const ana = await service.addPerson({ email: 'ana@example.hr' });
  const own = await service.tokenOf('ana@example.hr');
  const ask = (email: string) => service.call('POST /api/users/me/email', { token: own, body: { email } });
  const confirm = async (code: string) =>
    (await service.call('POST /api/users/me/email/confirm', { token: own, body: { code } })).status;
  const codeMail = async (): Promise<number> => {
    await fixture.sent();
    const { body } = await service.call('GET /api/admin/mails', { token: fixture.token });
    return body.items.find(({ kind }: { kind: string }) => kind === 'email-change-code').id;
  };
  const codeIn = async (id: number) =>
    deriveCode(service.keys, JSON.parse((await fixture.row(id)).secret_ref ?? '').seed);
  assert.equal((await ask('nova@example.hr')).status, 200);
  const id = await codeMail();
  const [before, first] = [await fixture.row(id), await codeIn(id)];
  service.clock.advance(minutes(5));
  const again = await fixture.act(`mails/${id}/resend`);
  assert.deepEqual([again.status, again.body.state], [200, 'queued']);
  const [record, ...others] = await service.audit.take();
  assert.deepEqual(others, []);
  assert.deepEqual([record?.action, record?.user_id, record?.meta], ['mail.resend', ana.id, { mail_id: id }]);
  const [after, second] = [await fixture.row(id), await codeIn(id)];
  assert.notEqual(after.message_id, before.message_id, 'or a mailbox would drop it as a duplicate');
  const expires_at = instantAt(service.clock.now() + minutes(30));
  assert.deepEqual(JSON.parse(after.params), { ...JSON.parse(before.params), expires_at });
  assert.equal((await fixture.act(`mails/${id}/resend`)).status, 409, 'it waits already');
  assert.equal(await confirm(first), 400, 'the older one ended');
  await codeMail();
  assert.equal((await ask('treca@example.hr')).status, 200);
  const third = await codeMail();
  assert.deepEqual(
    [(await fixture.act(`mails/${id}/resend`)).status, await confirm(second)],
    [409, 400],
    'no longer wished',
  );
  await fixture.act(`users/${ana.id}/suspend`);
  assert.equal((await fixture.act(`mails/${third}/resend`)).status, 409, 'nobody could give it');
  await fixture.act(`users/${ana.id}/unsuspend`);
  assert.equal((await fixture.act(`mails/${third}/resend`)).status, 200);
  const back = await service.tokenOf('ana@example.hr');
  const body = { code: await codeIn(third) };
  assert.equal((await service.call('POST /api/users/me/email/confirm', { token: back, body })).status, 200);
  await codeMail();
  assert.equal((await fixture.act(`mails/${third}/resend`)).status, 409, 'it did its work');
});

test("statistics count only the caller's own tenant", async (t) => {
  const service = await startTestService(t);
  const token = await admin(service);
  const club = await service.addTenant('Klub');
  await service.addPerson({ tenantId: club.id });
  await service.addPerson({ status: 'suspended' });
  await service.signIn('admin@example.hr', 'krivo');
  const { body } = await service.call('GET /api/admin/stats', { token });
  const { by_role_and_status: _, ...users } = body.users;
  assert.deepEqual(users, {
    total: 2,
    by_status: { active: 1, suspended: 1 },
    by_role: { admin: 1, member: 1 },
    not_invited: 0,
  });
  assert.deepEqual(
    [body.two_factor, body.sign_ins.length, body.sign_ins[29].ok, body.sign_ins[29].failed],
    [{ enabled: 0, of: 1 }, 30, 1, 1],
  );
});

test('only superadmins see and change tenants', async (t) => {
  const service = await startTestService(t);
  const low = await admin(service);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const token = await service.tokenOf('glavna@example.hr');
  assert.equal((await service.call('GET /api/admin/tenants', { token: low })).status, 403);
  const added = await service.call('POST /api/admin/tenants', { token, body: { name: 'Veslački klub Žrnovnica' } });
  assert.deepEqual([added.status, added.body.slug], [201, 'veslacki-klub-zrnovnica']);
  const twice = await service.call('POST /api/admin/tenants', { token, body: { name: 'Veslački klub Žrnovnica' } });
  assert.deepEqual([twice.status, twice.body.code], [409, 'tenants.slug_taken']);
  const renamed = await service.call(`PUT /api/admin/tenants/${added.body.id}`, { token, body: { slug: 'savez' } });
  assert.deepEqual([renamed.status, renamed.body.code], [409, 'tenants.slug_taken']);
  assert.equal((await service.call('PUT /api/admin/tenants/999', { token, body: { name: 'Nema ga' } })).status, 404);
  assert.deepEqual(await service.audit.actions(), ['tenant.create']);
  const listed = async () => (await service.call('GET /api/admin/tenants', { token })).body;
  const publishers = async () => (await listed()).items.map(({ publisher }: { publisher: boolean }) => publisher);
  assert.deepEqual([(await listed()).total, await publishers()], [2, [true, false]]);
  const marked = await service.call(`PUT /api/admin/tenants/${added.body.id}`, { token, body: { publisher: true } });
  assert.deepEqual([marked.body.publisher, await publishers()], [true, [false, true]]);
});

async function tenantFixture(service: TestService) {
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const token = await service.tokenOf('glavna@example.hr');
  return {
    add: (body: object) => service.call('POST /api/admin/tenants', { token, body }),
    change: (id: number, body: object) => service.call(`PUT /api/admin/tenants/${id}`, { token, body }),
  };
}

test('a tenant has a name that can be read', async (t) => {
  const service = await startTestService(t);
  const { add, change } = await tenantFixture(service);
  for (const name of ['    ', ' \u00a0\u3000 ', ' A ', 'c\u030c']) {
    for (const refused of [await add({ name }), await add({ name, slug: 'novi' }), await change(1, { name })]) {
      const [{ loc, type }] = refused.body.detail;
      assert.deepEqual([refused.status, loc, type], [422, ['body', 'name'], 'too_short'], JSON.stringify(name));
    }
  }
  assert.deepEqual(await service.audit.actions(), []);
  assert.deepEqual((await change(1, { name: ' VK ' })).body.name, 'VK');
});

test('every tenant gets a valid slug', async (t) => {
  const service = await startTestService(t);
  const { add, change } = await tenantFixture(service);
  const slugs: string[] = [];
  for (const name of ['日本', '日本', 'Вера А', `Veslački klub ${'a'.repeat(45)} Žrnovnica`, '--Ć--9--']) {
    const added = await add({ name });
    assert.deepEqual([added.status, added.body.name], [201, name]);
    assert.deepEqual(await service.audit.actions(), ['tenant.create']);
    assert.equal((await change(added.body.id, { slug: added.body.slug })).status, 200, 'it can be sent back');
    await service.audit.forget();
    slugs.push(added.body.slug);
  }
  assert.deepEqual(slugs, ['savez-2', 'savez-3', 'vera-a', `veslacki-klub-${'a'.repeat(45)}`, 'c-9']);
  assert.equal((await add({ name: 'Zauzeto', slug: 'savez-8' })).status, 201);
  assert.equal((await add({ name: '東京' })).body.slug, 'savez-9');
});
