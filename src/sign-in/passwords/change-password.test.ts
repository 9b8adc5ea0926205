// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startTestService } from '../../../test/support/test-service.ts';

const NEXT = 'sasvim nova lozinka';

test('changing the password ends the other sign-ins and notifies the owner', async (t) => {
  const service = await startTestService(t);
  const person = await service.addPerson({ email: 'ana@example.hr' });
  const here = await service.tokenOf('ana@example.hr');
  const elsewhere = await service.tokenOf('ana@example.hr');
  const change = await service.call('POST /api/auth/change-password', {
    token: here,
    body: { current_password: PASSWORD, new_password: NEXT },
  });
  assert.equal(change.status, 200);
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, user_id, meta }) => ({ action, user_id, meta })),
    [{ action: 'password.change', user_id: person.id, meta: { sessions_ended: 1 } }],
  );
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, user_id }) => ({ kind, user_id })),
    [{ kind: 'password-changed', user_id: person.id }],
  );
  assert.equal((await service.call('GET /api/auth/me', { token: here })).status, 200);
  assert.equal((await service.call('GET /api/auth/me', { token: elsewhere })).status, 401);
  assert.equal((await service.signIn('ana@example.hr', NEXT)).status, 200);
});

test('a wrong current password is refused, counted like at sign-in, and locks', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const guess = () =>
    service.call('POST /api/auth/change-password', { token, body: { current_password: 'krivo', new_password: NEXT } });
  await service.signIn('ana@example.hr', 'krivo');
  await service.audit.forget();
  const wrong = await guess();
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'password.wrong']);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => ({ action, meta })),
    [{ action: 'password.change.fail', meta: { fail_count: 2, locked: false } }],
  );
  for (let tries = 3; tries <= 5; tries++) assert.equal((await guess()).status, 403);
  assert.deepEqual((await service.audit.actions()).slice(-2), ['password.change.fail', 'login.locked']);
  const locked = await guess();
  assert.deepEqual([locked.status, locked.body.code], [423, 'attempts.locked']);
  assert.equal((await service.signIn('ana@example.hr')).status, 423);
  assert.deepEqual(await service.mails.take(), []);
});

test('the length of a password is counted after Unicode composition', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const change = (current_password: string, new_password: string) =>
    service.call('POST /api/auth/change-password', { token, body: { current_password, new_password } });
  const [apart, composed] = ['z\u030c'.repeat(256), 'ž'.repeat(256)];
  for (const longer of [`${apart}z`, `${composed}ž`, 'x'.repeat(257)]) {
    const { status, body } = await change(PASSWORD, longer);
    assert.deepEqual([status, body.detail[0].loc, body.detail[0].type], [422, ['body', 'new_password'], 'too_long']);
  }
  assert.equal((await change(PASSWORD, apart)).status, 200);
  for (const spelled of [apart, composed]) assert.equal((await service.signIn('ana@example.hr', spelled)).status, 200);
  assert.equal((await service.signIn('ana@example.hr', `${composed}ž`)).status, 422, 'never cut');
  assert.equal((await change(composed, apart)).body.detail[0].type, 'unchanged');
  const alphas = '\u1f82'.repeat(256).normalize('NFD');
  assert.equal((await change(apart, alphas)).status, 200, 'four times as long when taken apart');
});

test('a new password must be strong and different', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana.horvat@example.hr' });
  const token = await service.tokenOf('ana.horvat@example.hr');
  for (const [next, type] of [
    ['kratko', 'too_short'],
    ['ana.horvat', 'is_email'],
    [PASSWORD, 'unchanged'],
  ] as const) {
    const answer = await service.call('POST /api/auth/change-password', {
      token,
      body: { current_password: PASSWORD, new_password: next },
    });
    assert.deepEqual([answer.status, answer.body.detail[0].type], [422, type]);
    assert.ok(!answer.text.includes(next), 'the password is not echoed');
  }
  assert.deepEqual(await service.audit.actions(), []);
});

test("the owner's address is refused as a password in every known spelling", async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@xn--akovec-h2a.example' });
  const token = await service.tokenOf('ana@čakovec.example');
  for (const next of [
    ...['ana@čakovec.example', 'ANA@ČAKOVEC.EXAMPLE', 'ana@c\u030cakovec.example'],
    ...['ana@xn--akovec-h2a.example', 'Ana@XN--AKOVEC-H2A.example', ' ana@čakovec.example '],
  ]) {
    const answer = await service.call('POST /api/auth/change-password', {
      token,
      body: { current_password: PASSWORD, new_password: next },
    });
    assert.deepEqual([answer.status, answer.body.detail[0].type], [422, 'is_email'], next);
  }
  assert.deepEqual(await service.audit.actions(), []);
  const other = await service.call('POST /api/auth/change-password', {
    token,
    body: { current_password: PASSWORD, new_password: 'iva@čakovec.example' },
  });
  assert.deepEqual([other.status, await service.audit.actions()], [200, ['password.change']]);
});

test('of two concurrent changes one wins', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const change = (next: string) =>
    service.call('POST /api/auth/change-password', { token, body: { current_password: PASSWORD, new_password: next } });
  const answers = await Promise.all([change('prva nova lozinka'), change('druga nova lozinka')]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
});
