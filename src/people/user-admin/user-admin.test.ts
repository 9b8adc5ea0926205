// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';

const names = (body: { items: { full_name: string }[] }) => body.items.map(({ full_name }) => full_name);

async function asRole(service: TestService, role: 'superadmin' | 'admin' | 'manager', tenantId = 1) {
  const email = `${role}-${tenantId}@uprava.example`;
  const user = await service.addPerson({ email, role, tenantId, ime: 'Uprava', prezime: 'Žiga' });
  return { id: user.id, token: await service.tokenOf(email) };
}

test('people are found by the beginning of any word, without case and diacritics, in Croatian order', async (t) => {
  const service = await startTestService(t);
  const { token } = await asRole(service, 'admin');
  for (const [ime, prezime] of [
    ['Ćiro', 'Ćavić'],
    ['Ana', 'Čavić'],
    ['Ivo', 'Cvek'],
    ['Njegoš', 'Nježić'],
    ['Nada', 'Nola'],
    ['Đuro', 'Džajić'],
    ['Dora', 'Dvorski'],
  ] as const) {
    await service.addPerson({ ime, prezime });
  }
  await service.addPerson({ ime: 'Mara', prezime: 'Marić', telefon: '+385 91 234 5678', oib: '69435151530' });
  const find = async (q: string) =>
    names((await service.call(`GET /api/admin/users?q=${encodeURIComponent(q)}`, { token })).body);
  assert.deepEqual(await find('cavic'), ['Ana Čavić', 'Ćiro Ćavić']);
  assert.deepEqual(await find('ČAV ana'), ['Ana Čavić']);
  assert.deepEqual(await find('dur'), ['Đuro Džajić']);
  assert.deepEqual(await find('091 234'), ['Mara Marić']);
  for (const q of ['+38591234', '00385 91', '385', '+385', '3859', 'mara 3859123', '0912345678'])
    assert.deepEqual(await find(q), ['Mara Marić'], q);
  for (const q of ['091 235', '+386', 'mara 38592']) assert.deepEqual(await find(q), [], q);
  assert.deepEqual(await find('69435151530'), ['Mara Marić']);
  assert.deepEqual(await find('avic'), []);
  assert.deepEqual(await find('%'), []);
  const all = await service.call('GET /api/admin/users', { token });
  assert.deepEqual(names(all.body), [
    ...[
      'Ivo Cvek',
      'Ana Čavić',
      'Ćiro Ćavić',
      'Dora Dvorski',
      'Đuro Džajić',
      'Mara Marić',
      'Nada Nola',
      'Njegoš Nježić',
      'Uprava Žiga',
    ],
  ]);
  assert.deepEqual(
    [all.body.total, all.body.total_is_capped, all.body.limit, all.body.next_cursor],
    [9, false, 50, null],
  );
  assert.deepEqual(await service.audit.actions(), [], 'lists are not on record');
});

test('people with words longer than the stored maximum are created and found', async (t) => {
  const service = await startTestService(t);
  const { token } = await asRole(service, 'admin');
  const email = `${'l'.repeat(60)}@example.hr`;
  const body = { email, ime: '𝒜'.repeat(50), prezime: 'Ž'.repeat(100), role: 'member', invite: false };
  assert.equal((await service.call('POST /api/admin/users', { token, body })).status, 201);
  for (const q of [email, 'l'.repeat(60), 'ž'.repeat(100), 'ž'.repeat(20), '𝒜'.repeat(50)]) {
    const found = await service.call(`GET /api/admin/users?q=${encodeURIComponent(q)}`, { token });
    assert.equal(found.body.total, 1, q);
  }
});

test('pages follow one another without gap or repetition, even while people are added and removed', async (t) => {
  const service = await startTestService(t);
  const { token } = await asRole(service, 'admin');
  for (let number = 0; number < 12; number++)
    await service.addPerson({ ime: 'Ana', prezime: number % 2 ? 'Horvat' : 'Babić' });
  for (const sort of ['name', '-name', 'created', '-created']) {
    const seen: number[] = [];
    let cursor = '';
    do {
      const page = await service.call(`GET /api/admin/users?limit=5&sort=${sort}${cursor && `&cursor=${cursor}`}`, {
        token,
      });
      seen.push(...page.body.items.map(({ id }: { id: number }) => id));
      cursor = page.body.next_cursor ?? '';
    } while (cursor !== '');
    assert.equal(new Set(seen).size, 13, sort);
    assert.equal(seen.length, 13, sort);
  }
  const first = await service.call('GET /api/admin/users?limit=5', { token });
  for (const cursor of ['x', 'W10', first.body.next_cursor]) {
    const answer = await service.call(`GET /api/admin/users?sort=created&cursor=${cursor}`, { token });
    assert.deepEqual([answer.status, answer.body.detail[0].loc], [422, ['query', 'cursor']]);
  }
  for (const limit of ['0', '201', '-1', 'x'])
    assert.equal((await service.call(`GET /api/admin/users?limit=${limit}`, { token })).status, 422);
});

test('a person is read, changed, suspended, deleted and restored, each recorded with what changed', async (t) => {
  const service = await startTestService(t);
  const admin = await asRole(service, 'admin');
  const { token } = admin;
  const person = await service.addPerson({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Anić', telefon: '' });
  const theirs = await service.tokenOf('ana@example.hr');
  const path = `/api/admin/users/${person.id}`;
  assert.equal((await service.call(`GET ${path}`, { token })).status, 200);
  const changed = await service.call(`PATCH ${path}`, {
    token,
    body: { prezime: 'Banić', telefon: '091 1', status: 'deleted', role: 'admin' },
  });
  assert.deepEqual(
    [changed.status, changed.body.full_name, changed.body.status, changed.body.role],
    [200, 'Ana Banić', 'active', 'member'],
  );
  for (const body of ['null', '[]', '"x"', '7', 'false'])
    assert.equal((await service.call(`POST ${path}/suspend`, { token, body })).status, 422, body);
  const suspended = await service.call(`POST ${path}/suspend`, { token, body: { reason: 'članarina' } });
  assert.deepEqual([suspended.status, suspended.body.status], [200, 'suspended']);
  assert.equal((await service.call('GET /api/auth/me', { token: theirs })).status, 401);
  assert.deepEqual([(await service.call(`POST ${path}/suspend`, { token })).body.code], ['users.state']);
  assert.equal((await service.call(`POST ${path}/unsuspend`, { token })).body.status, 'active');
  assert.equal((await service.call(`DELETE ${path}`, { token })).status, 204);
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, user_id, actor_id }) => ({ action, user_id, actor_id })),
    [
      ...['user.read', 'user.update', 'user.suspend', 'user.unsuspend', 'user.delete'].map((action) => ({
        action,
        user_id: person.id,
        actor_id: admin.id,
      })),
    ],
  );
  assert.deepEqual(trail[1]?.meta.changed, {
    prezime: { before: 'Anić', after: 'Banić' },
    telefon: { before: '', after: '091 1' },
  });
  assert.equal((await service.signIn('ana@example.hr')).status, 401, 'deleted signs in like a stranger');
  assert.deepEqual(names((await service.call('GET /api/admin/users?q=banic', { token })).body), []);
  assert.deepEqual(names((await service.call('GET /api/admin/users?q=banic&status=deleted', { token })).body), [
    'Ana Banić',
  ]);
  service.clock.advance(days(29));
  const later = await service.tokenOf('admin-1@uprava.example');
  assert.equal((await service.call(`POST ${path}/restore`, { token: later })).body.status, 'active');
  assert.equal((await service.signIn('ana@example.hr')).status, 200);
});

test('a full name that is sent is kept, even if unchanged', async (t) => {
  const service = await startTestService(t);
  const { token, id: adminId } = await asRole(service, 'admin');
  const { id } = await service.addPerson({ ime: 'Željko', prezime: 'Popović' });
  const edit = async (body: object) => {
    const edited = await service.call(`PUT /api/admin/users/${id}`, { token, body });
    assert.equal(edited.status, 200);
    const [record, ...others] = await service.audit.take();
    assert.deepEqual(others, []);
    assert.deepEqual([record?.action, record?.user_id, record?.actor_id], ['user.update', id, adminId]);
    return [edited.body.full_name, record?.meta.changed];
  };
  const full_name = 'Dr. Željko Popović';
  assert.deepEqual(await edit({ full_name }), [
    full_name,
    { full_name: { before: 'Željko Popović', after: full_name } },
  ]);
  const sameNames = { ime: 'Željko', prezime: 'Popović' };
  const same = await service.call(`PUT /api/admin/users/${id}`, { token, body: sameNames });
  assert.deepEqual([same.status, same.body.full_name], [200, full_name]);
  assert.deepEqual(await service.audit.actions(), [], 'nothing was changed');
  assert.deepEqual(await edit({ ime: 'Želimir', full_name }), [
    full_name,
    { ime: { before: 'Željko', after: 'Želimir' } },
  ]);
  assert.equal((await edit({ ime: 'Želimir', prezime: 'Popov' }))[0], 'Želimir Popov');
});

test('a lock is shown with the person, and can be lifted', async (t) => {
  const service = await startTestService(t);
  const { token } = await asRole(service, 'admin');
  const person = await service.addPerson({ email: 'ana@example.hr' });
  const lockedUntil = async () =>
    (await service.call(`GET /api/admin/users/${person.id}`, { token })).body.locked_until as string | null;
  assert.equal(await lockedUntil(), null);
  for (let count = 1; count <= 5; count++) await service.signIn('ana@example.hr', 'nije ta lozinka');
  const refused = await service.signIn('ana@example.hr');
  assert.deepEqual([refused.status, await lockedUntil()], [423, refused.body.locked_until]);
  await service.call(`POST /api/admin/users/${person.id}/unlock`, { token });
  assert.equal(await lockedUntil(), null);
  assert.equal((await service.signIn('ana@example.hr')).status, 200);
});

test("a deleted person's address is free at once, and once taken prevents a restore", async (t) => {
  const service = await startTestService(t);
  const { token } = await asRole(service, 'admin');
  const person = await service.addPerson({ email: 'ana@example.hr' });
  await service.call(`DELETE /api/admin/users/${person.id}`, { token });
  await service.addPerson({ email: 'ana@example.hr' });
  const restored = await service.call(`POST /api/admin/users/${person.id}/restore`, { token });
  assert.deepEqual([restored.status, restored.body.code], [409, 'users.email_taken']);
  assert.deepEqual(await service.audit.actions(), ['user.address.taken']);
});

test("an administrator's request for a taken address is recorded and has no other effect", async (t) => {
  const service = await startTestService(t);
  const { token, id: adminId } = await asRole(service, 'admin');
  await service.addPerson({ email: 'zauzeto@example.hr' });
  const active = await service.addPerson({ email: 'ana@example.hr' });
  const invited = await service.addPerson({ email: 'iva@example.hr', status: 'invited', passwordHash: null });
  await service.audit.forget();
  for (const { id, email } of [active, invited]) {
    for (const method of ['PUT', 'PATCH']) {
      const body = { ime: 'Druga', email: 'ZAUZETO@example.hr' };
      const refused = await service.call(`${method} /api/admin/users/${id}`, { token, body });
      assert.deepEqual([refused.status, refused.body.code], [409, 'users.email_taken']);
      assert.deepEqual(await service.audit.take(), [
        { action: 'user.address.taken', user_id: null, actor_id: adminId, meta: {} },
      ]);
    }
    const { body } = await service.call(`GET /api/admin/users/${id}`, { token });
    assert.deepEqual([body.ime, body.email], ['Ana', email]);
    await service.audit.forget();
  }
  assert.deepEqual(await service.mails.take(), []);
});

test('nobody is moved to a tenant that does not exist, and stays signed in', async (t) => {
  const service = await startTestService(t);
  const { token } = await asRole(service, 'superadmin');
  const person = await service.addPerson({ email: 'ana@example.hr' });
  const theirs = await service.tokenOf('ana@example.hr');
  await service.audit.forget();
  for (const method of ['PUT', 'PATCH']) {
    const body = { ime: 'Druga', tenant_id: 999 };
    const refused = await service.call(`${method} /api/admin/users/${person.id}`, { token, body });
    assert.deepEqual([refused.status, refused.body.code], [404, 'tenants.not_found']);
  }
  const { body } = await service.call('GET /api/auth/me', { token: theirs });
  assert.deepEqual([body.ime, body.tenant_id], ['Ana', 1]);
  assert.deepEqual(await service.audit.take(), []);
  assert.deepEqual(await service.mails.take(), []);
});

test('the last superadmin stays, even when two demote each other at once', async (t) => {
  const service = await startTestService(t);
  const one = await service.addPerson({ email: 'prva@example.hr', role: 'superadmin' });
  const two = await service.addPerson({ email: 'druga@example.hr', role: 'superadmin' });
  const tokens = [await service.tokenOf('prva@example.hr'), await service.tokenOf('druga@example.hr')];
  const demote = (id: number, token: string | undefined) =>
    service.call(`PUT /api/admin/users/${id}/role`, { token: token ?? '', body: { role: 'member' } });
  const answers = await Promise.all([demote(two.id, tokens[0]), demote(one.id, tokens[1])]);
  const statuses = answers.map(({ status }) => status).sort();
  assert.ok([200, 401, 409].includes(statuses[1] ?? 0) && statuses[0] === 200, statuses.join());
  const left = await service.database.read
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superadmin')
    .where('status', '=', 'active')
    .execute();
  assert.equal(left.length, 1);
});

test('a superadmin restored twice at once counts once', async (t) => {
  const service = await startTestService(t);
  const { id, token } = await asRole(service, 'superadmin');
  const other = await service.addPerson({ email: 'druga@example.hr', role: 'superadmin' });
  const act = (target: string) => service.call(target, { token });
  assert.equal((await act(`DELETE /api/admin/users/${other.id}`)).status, 204);
  const restore = () => act(`POST /api/admin/users/${other.id}/restore`);
  const answers = await Promise.all([restore(), restore(), restore(), restore()]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  assert.equal((await act(`DELETE /api/admin/users/${other.id}`)).status, 204);
  const guard = service.database.read.selectFrom('guards').select('count').where('name', '=', 'superadmins');
  assert.equal((await guard.executeTakeFirstOrThrow()).count, 1, `of whom ${id} is the last`);
});

test('managers read without OIB and change nothing; another tenant does not exist', async (t) => {
  const service = await startTestService(t);
  const club = await service.addTenant('Klub');
  const manager = await asRole(service, 'manager');
  const admin = await asRole(service, 'admin');
  const other = await service.addPerson({ tenantId: club.id, prezime: 'Tuđi' });
  const own = await service.addPerson({ oib: '69435151530' });
  const seen = await service.call(`GET /api/admin/users/${own.id}`, { token: manager.token });
  assert.deepEqual([seen.status, seen.body.oib], [200, '•••••••••30']);
  assert.deepEqual((await service.call('GET /api/admin/users?q=69435151530', { token: manager.token })).body.items, []);
  assert.equal(
    (await service.call(`PATCH /api/admin/users/${own.id}`, { token: manager.token, body: {} })).status,
    403,
  );
  assert.equal((await service.call(`GET /api/admin/users?tenant_id=${club.id}`, { token: admin.token })).status, 404);
  assert.deepEqual(names((await service.call('GET /api/admin/users?q=tudi', { token: admin.token })).body), []);
  await service.audit.forget();
  for (const target of [
    'GET ',
    'PATCH ',
    'DELETE ',
    'POST /suspend',
    'POST /unsuspend',
    'POST /unlock',
    'POST /restore',
    'POST /invite',
    'POST /reset-password',
    'PUT /role',
    'DELETE /2fa',
    'DELETE /sessions',
  ]) {
    const [method, tail] = target.split(' ');
    const answer = await service.call(`${method} /api/admin/users/${other.id}${tail}`, {
      token: admin.token,
      ...(method === 'GET' ? {} : { body: { role: 'member' } }),
    });
    assert.deepEqual([target, answer.status, answer.body.code], [target, 404, 'users.not_found']);
  }
  assert.deepEqual(await service.audit.actions(), []);
});

test('an act on many people reports the result for each', async (t) => {
  const service = await startTestService(t);
  const admin = await asRole(service, 'admin');
  const [one, two] = [await service.addPerson(), await service.addPerson({ status: 'suspended' })];
  const answer = await service.call('POST /api/admin/users/bulk', {
    token: admin.token,
    body: { ids: [one.id, two.id, admin.id, 9999], action: 'suspend' },
  });
  assert.deepEqual(
    answer.body.results.map(({ id, ok, code }: { id: number; ok: boolean; code?: string }) => [id, ok, code]),
    [
      ...[
        [one.id, true, undefined],
        [two.id, false, 'users.state'],
        [admin.id, false, 'users.self'],
        [9999, false, 'users.not_found'],
      ],
    ],
  );
  assert.deepEqual([answer.body.done, answer.body.refused], [1, 3]);
  assert.deepEqual(await service.audit.actions(), ['user.suspend']);
});

test('opening a person with their sign-ins is recorded once', async (t) => {
  const service = await startTestService(t);
  const { token } = await asRole(service, 'admin');
  const superadmin = (await asRole(service, 'superadmin')).token;
  const club = await service.addTenant('Klub');
  const foreign = (await asRole(service, 'admin', club.id)).token;
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const look = async (of: string, part = '') => {
    await service.audit.forget();
    const { status } = await service.call(`GET /api/admin/users/${id}${part}`, { token: of });
    return [status, ...(await service.audit.actions())];
  };
  assert.deepEqual(await look(token), [200, 'user.read']);
  assert.deepEqual(await look(token, '/sessions'), [200]);
  assert.deepEqual(await look(superadmin, '/sessions'), [200, 'user.read'], 'nobody else looks unseen');
  assert.deepEqual(await look(foreign, '/sessions'), [404]);
  service.clock.advance(minutes(9));
  assert.deepEqual(await look(token, '/sessions'), [200], 'still the same look');
  assert.deepEqual(await look(token), [200, 'user.read'], 'opened anew');
  service.clock.advance(minutes(11));
  const later = await service.tokenOf('admin-1@uprava.example');
  assert.deepEqual(await look(later, '/sessions'), [200, 'user.read'], 'another look');
});
