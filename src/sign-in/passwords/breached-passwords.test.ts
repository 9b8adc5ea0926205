import assert from 'node:assert/strict';
import { rmSync, truncateSync } from 'node:fs';
import { test } from 'node:test';
import { breachListOf } from '../../../test/support/breach-fixture.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';

const LEAKED = 'žuti podmorničar pjeva';
const GOOD = 'sasvim nova lozinka';
const LOCAL = '127.0.0.1';

const withList = async (t: Parameters<typeof startTestService>[0]): Promise<TestService> =>
  startTestService(t, { SVC_BREACHED_PASSWORDS_FILE: await breachListOf(t, [LEAKED, 'nešto treće']) });

test('a breached password cannot be set by a change, in any spelling', async (t) => {
  const service = await withList(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const change = (next: string) =>
    service.call('POST /api/auth/change-password', { token, body: { current_password: PASSWORD, new_password: next } });
  for (const spelled of [LEAKED, LEAKED.normalize('NFD')]) {
    const { status, body, text } = await change(spelled);
    assert.deepEqual([status, body.code], [422, 'request.invalid']);
    assert.deepEqual([body.detail[0].loc, body.detail[0].type], [['body', 'new_password'], 'breached']);
    assert.match(body.detail[0].msg, /procurila/);
    assert.ok(!text.includes(spelled), 'the password is not echoed');
  }
  assert.deepEqual([await service.audit.actions(), await service.mails.take()], [[], []]);
  assert.equal((await change(`${LEAKED}!`)).status, 200, 'what is on the list, and nothing like it');
});

test('a breached password cannot be set by a reset or an invitation, whose links stay unspent', async (t) => {
  const service = await withList(t);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  const token = await service.tokenOf('admin@example.hr');
  const body = { email: 'marko@example.hr', ime: 'Marko', prezime: 'Perić', role: 'member' };
  const { invite_link } = (await service.call('POST /api/admin/users', { token, body })).body;
  const forgot = { body: { email: 'ana@example.hr' }, from: LOCAL };
  const { reset_token } = (await service.call('POST /api/auth/forgot-password', forgot)).body;
  await service.audit.forget();
  await service.mails.take();
  const links = [
    ['/api/auth/reset-password', reset_token],
    ['/api/auth/password/reset', reset_token],
    ['/api/auth/setup-password', new URL(invite_link).searchParams.get('token')],
  ] as const;
  for (const [path, link] of links) {
    const refused = await service.call(`POST ${path}`, { body: { token: link, new_password: LEAKED } });
    assert.deepEqual([refused.status, refused.body.detail[0].type], [422, 'breached'], path);
  }
  assert.deepEqual([await service.audit.actions(), await service.mails.take()], [[], []]);
  for (const [path, link] of [links[0], links[2]])
    assert.equal((await service.call(`POST ${path}`, { body: { token: link, new_password: GOOD } })).status, 200);
});

test('a breached password cannot be set by the command that creates an account; signing in with one still works', async (t) => {
  const service = await withList(t);
  const passwordHash = await service.passwords.hash(LEAKED);
  await service.addPerson({ email: 'ana@example.hr', passwordHash });
  assert.equal((await service.signIn('ana@example.hr', LEAKED)).status, 200);
  const create = (password: string) =>
    runCommand(
      'user create --email iva@example.hr --ime Iva --prezime Car --role member --password-stdin',
      service.env,
      `${password}\n`,
    );
  const refused = await create(LEAKED);
  assert.deepEqual([refused.code, refused.err], [1, 'The password cannot be used: breached.\n']);
  assert.equal((await create(GOOD)).code, 0);
});

test('without a list breached passwords are accepted', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const body = { current_password: PASSWORD, new_password: LEAKED };
  assert.equal((await service.call('POST /api/auth/change-password', { token, body })).status, 200);
});

test('a replaced or removed list is still used; a truncated one refuses all passwords', async (t) => {
  const file = await breachListOf(t, [LEAKED]);
  const service = await startTestService(t, { SVC_BREACHED_PASSWORDS_FILE: file });
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const change = (next: string) =>
    service.call('POST /api/auth/change-password', { token, body: { current_password: PASSWORD, new_password: next } });
  truncateSync(file, 130);
  const unread = await change(GOOD);
  assert.deepEqual([unread.status, unread.body.code], [503, 'store.unavailable']);
  assert.ok(Number(unread.headers['retry-after']) > 0);
  rmSync(file);
  assert.equal((await change(GOOD)).status, 503);
  assert.equal((await service.signIn('ana@example.hr')).status, 200);
});
