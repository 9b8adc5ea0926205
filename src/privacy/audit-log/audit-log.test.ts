// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { auditSealer } from '../../platform/audit/seal-audit.ts';
import { verifyExportedAudit } from '../../platform/audit/verify-exported-audit.ts';
import { minutes } from '../../platform/kernel/durations.ts';

async function superadmin(service: TestService): Promise<string> {
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  return (await service.signIn('glavna@example.hr')).body.access_token;
}

const actions = (body: { items: { action: string }[] }) => body.items.map(({ action }) => action);

test('the log is listed newest first, narrowed by every filter, page by page', async (t) => {
  const service = await startTestService(t);
  const token = await superadmin(service);
  const ana = await service.addPerson({ email: 'ana@example.hr' });
  await service.signIn('ana@example.hr', 'krivo');
  service.clock.advance(minutes(60));
  await service.call('POST /api/auth/login', {
    body: { email: 'ana@example.hr', password: 'krivo' },
    from: '10.7.7.7',
  });
  const again = (await service.signIn('glavna@example.hr')).body.access_token;
  const list = async (query: string) => (await service.call(`GET /api/admin/audit?${query}`, { token: again })).body;
  assert.deepEqual(actions(await list(`user_id=${ana.id}`)), ['login.fail', 'login.fail', 'user.create']);
  assert.deepEqual(actions(await list('action=login.ok&limit=1')), ['login.ok']);
  assert.deepEqual(actions(await list('ip=10.7.7.7')), ['login.fail']);
  const several = `action=login.fail,user.create&user_id=${ana.id}`;
  assert.deepEqual(actions(await list(several)), ['login.fail', 'login.fail', 'user.create']);
  assert.deepEqual(actions(await list('action=login.fail,user.create&ip=10.7.7.7')), ['login.fail']);
  const late = await list(`user_id=${ana.id}&from=2026-03-01T10:30:00Z`);
  assert.deepEqual(actions(late), ['user.read', 'login.fail'], 'the look of this list itself included');
  assert.deepEqual(actions(await list(`user_id=${ana.id}&to=2026-03-01T10:30:00Z`)), ['login.fail', 'user.create']);
  assert.deepEqual(actions(await list('q=GLAVNA@&action=login.ok')), ['login.ok', 'login.ok']);
  assert.deepEqual(actions(await list('q=%25%25')), []);
  const seen: number[] = [];
  for (let cursor = ''; ; ) {
    const page = await list(`limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items.map(({ id }: { id: number }) => id));
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    seen,
    [...seen].sort((one, other) => other - one),
  );
  assert.equal(new Set(seen).size, (await list('')).total);
  for (const never of ['jucer', '2026-02-30', '2026-13-01', '2026-04-31T10:00:00Z', '2026-02-29'])
    assert.equal((await service.call(`GET /api/admin/audit?from=${never}`, { token: again })).status, 422, never);
  assert.ok((await service.call('GET /api/admin/audit/actions', { token: again })).body.items.includes('login.ok'));
  assert.equal(token.length > 0, true);
});

test('an administrator sees only their own tenant, a manager nothing', async (t) => {
  const service = await startTestService(t);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'tajna@example.hr', tenantId: club.id });
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  await service.addPerson({ email: 'voditelj@example.hr', role: 'manager' });
  const token = await service.tokenOf('admin@example.hr');
  const own = await service.call('GET /api/admin/audit?limit=200', { token });
  assert.deepEqual([...new Set(own.body.items.map(({ tenant_id }: { tenant_id: number }) => tenant_id))], [1]);
  assert.equal((await service.call(`GET /api/admin/audit?tenant_id=${club.id}`, { token })).status, 404);
  const file = await service.call('GET /api/admin/audit/export?format=jsonl', { token });
  assert.ok(!file.text.includes(`"tenant_id":${club.id}`));
  assert.equal((await service.call('GET /api/admin/audit/verify', { token })).status, 403);
  const manager = await service.tokenOf('voditelj@example.hr');
  assert.equal((await service.call('GET /api/admin/audit', { token: manager })).status, 403);
});

test('one record is read by its id, as the list shows it, within the same reach', async (t) => {
  const service = await startTestService(t);
  const token = await superadmin(service);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  await service.addPerson({ email: 'tajna@example.hr', tenantId: club.id });
  await service.call('POST /api/auth/login', { body: { email: 'tajna@example.hr', password: 'krivo' } });
  await service.call('POST /api/auth/login', { body: { email: 'admin@example.hr', password: 'krivo' } });
  const failed = await service.call('GET /api/admin/audit?action=login.fail', { token });
  const [own, elsewhere] = failed.body.items;
  const read = (id: unknown, asker: string) => service.call(`GET /api/admin/audit/${id}`, { token: asker });
  assert.deepEqual((await read(elsewhere.id, token)).body, elsewhere);
  const admin = await service.tokenOf('admin@example.hr');
  assert.deepEqual((await read(own.id, admin)).body, own);
  for (const id of [elsewhere.id, 999_999_999, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await read(id, admin);
    assert.deepEqual([status, body.code], [404, 'audit.not_found'], String(id));
  }
  for (const id of ['0', '-1', 'x', '1.5', '9007199254740993', `${own.id}x`])
    assert.equal((await read(id, token)).status, 422, id);
  assert.deepEqual(await service.audit.take(), [], 'reading the log is not recorded');
});

test('records show the current names of people within reach, until they are erased', async (t) => {
  const service = await startTestService(t);
  const token = await superadmin(service);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'tajnica@example.hr', role: 'admin', tenantId: club.id });
  const ana = await service.addPerson({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić', tenantId: club.id });
  await service.call(`PUT /api/admin/users/${ana.id}`, { token, body: { prezime: 'Šarić' } });
  const own = await service.tokenOf('tajnica@example.hr');
  const list = async (asker: string, query: string) =>
    (await service.call(`GET /api/admin/audit?user_id=${ana.id}&${query}`, { token: asker })).body.items;
  const [edit] = await list(token, 'action=user.update');
  assert.equal(edit.user_name, 'Ana Šarić');
  assert.equal(typeof edit.actor_name, 'string');
  const [seen] = await list(own, 'action=user.update');
  assert.deepEqual([seen.user_name, seen.actor_name, seen.actor_email], ['Ana Šarić', null, 'glavna@example.hr']);
  assert.equal((await service.call(`DELETE /api/admin/users/${ana.id}`, { token })).status, 204);
  assert.equal((await list(own, 'action=user.delete'))[0].user_name, 'Ana Šarić', 'a deletion can be taken back');
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ full_name: '' }).where('id', '=', ana.id).execute(),
  );
  assert.equal((await list(own, 'action=user.update'))[0].user_name, null);
});

test('records show the device as browser and system', async (t) => {
  const service = await startTestService(t);
  const token = await superadmin(service);
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' };
  await service.call('POST /api/auth/login', { body: { email: 'x@example.hr', password: 'krivo' }, headers });
  const { body } = await service.call('GET /api/admin/audit?action=login.fail', { token });
  assert.deepEqual(
    body.items.map(({ device, user_name }: { device: string; user_name: null }) => [device, user_name]),
    [['Firefox 144, Linux', null]],
  );
});

test('an exported log is verified offline with the public keys, and every change to it is detected', async (t) => {
  const service = await startTestService(t);
  const token = await superadmin(service);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.signIn('ana@example.hr', 'krivo');
  await auditSealer({ ...service })();
  const file = await service.call('GET /api/admin/audit/export?format=jsonl', { token });
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="dnevnik-2026-03-01\.jsonl"$/);
  const keys = new Map(service.keys.published().map(({ kid, publicKey }) => [kid, publicKey]));
  const check = (text: string) =>
    verifyExportedAudit(
      Object.assign(async function* () {
        yield* text.split('\n');
      })(),
      { keys },
    );
  const report = await check(file.text);
  assert.deepEqual(report.problems, []);
  assert.ok(report.ok && report.sealed >= 4 && report.heads === 1);
  for (const change of [
    (text: string) => text.replace('login.fail', 'login.ok'),
    (text: string) => text.replace('"ip":"10', '"ip":"11'),
    (text: string) => text.replace(/^.*"seq":2,.*\n/m, ''),
    (text: string) => withUnsealed(text, { id: 99, at: '2026-02-01T00:00:00.000Z' }),
    (text: string) => withUnsealed(text, { id: -1 }),
  ]) {
    assert.equal((await check(change(file.text))).ok, false);
  }
  assert.equal(
    (await check(withUnsealed(file.text, { id: 99 }))).ok,
    true,
    'what was written just now waits for its seal',
  );
  const chain = await service.call('GET /api/admin/audit/verify', { token });
  assert.deepEqual([chain.status, chain.body.ok, chain.body.unsealed], [200, true, 1]);
});

/** The file with an unsealed copy of its first record. */
function withUnsealed(text: string, change: object): string {
  const { kind, record } = JSON.parse(text.slice(0, text.indexOf('\n')));
  return `${text}${JSON.stringify({ kind, record: { ...record, ...change }, seal: null })}\n`;
}

test('no cell of an exported table is a formula', async (t) => {
  const service = await startTestService(t);
  const token = await superadmin(service);
  await service.call('POST /api/auth/login', {
    body: { email: 'x@example.hr', password: 'krivo' },
    headers: { 'user-agent': '=cmd|calc' },
  });
  const file = await service.call('GET /api/admin/audit/export?format=csv&raw=1', { token });
  assert.match(file.text, /,'=cmd\|calc,/);
  assert.equal((await service.audit.actions()).at(-1), 'audit.export');
});
