import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProper } from '../../../test/support/proper-answer.ts';
import { type Call, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { minutes } from '../kernel/durations.ts';

const TOKEN = 'Jd8sK2mQx7Vt4Rb9Zw3Lh6Yc1Gp5Nf0A';
const PUBLIC = { SVC_PUBLIC_URL: 'https://racuni.example.hr' };

const statusOf = async (service: TestService, call: Call = {}): Promise<number> =>
  (await service.call('GET /metrics', call)).status;

/** A stranger gets the same answer as for a path that does not exist. */
async function assertHidden(service: TestService, call: Call, what: string): Promise<void> {
  const [asked, unknown] = [await service.call('GET /metrics', call), await service.call('GET /nothing', call)];
  assertProper(asked, what);
  const told = [asked, unknown].map(({ status, body: { request_id: _id, ...body }, headers }) => {
    const { 'x-request-id': _other, date: _date, 'content-length': _length, ...rest } = headers;
    return { status, body, headers: rest };
  });
  assert.deepEqual(told[0], told[1], what);
  assert.equal(asked.body.code, 'request.not_found', what);
}

test('the metrics require their token', async (t) => {
  const service = await startTestService(t, { ...PUBLIC, SVC_METRICS_TOKEN: TOKEN });
  const right = await service.call('GET /metrics', { token: TOKEN });
  assertProper(right, 'with the token');
  assert.equal(right.status, 200);
  assert.equal(right.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  assert.equal(right.headers['cache-control'], 'no-store');
  assert.match(right.text, /^# HELP iskaznica_build_info /);
  assert.equal(await statusOf(service, { headers: { authorization: `bearer  ${TOKEN}` } }), 200);

  await service.addPerson({ email: 'jaka@example.hr', role: 'superadmin' });
  const ofPerson = await service.tokenOf('jaka@example.hr');
  await assertHidden(service, {}, 'no token');
  for (const token of [ofPerson, 'x', TOKEN.slice(0, -1), `${TOKEN}x`, TOKEN.toLowerCase(), `${TOKEN} x`, 'ž'])
    await assertHidden(
      service,
      { headers: { authorization: `Bearer ${Buffer.from(token).toString('latin1')}` } },
      token,
    );
  for (const authorization of ['', 'Bearer', 'Bearer ', TOKEN, `Basic ${TOKEN}`])
    await assertHidden(service, { headers: { authorization } }, `"${authorization}"`);
  await assertHidden(service, { from: '127.0.0.1' }, 'from this machine, at an address that is not its own');
  assert.equal((await service.call(`GET /metrics?token=${TOKEN}`)).status, 404);
  assert.deepEqual(await service.audit.take(), []);
});

test('the metrics token opens nothing else', async (t) => {
  const service = await startTestService(t, { SVC_METRICS_TOKEN: TOKEN });
  for (const { method, path, access } of service.routes) {
    if (access.kind === 'open' || (access.kind === 'optional' && access.badToken === 'stranger')) continue;
    const answer = await service.call(`${method} ${path.replace(/:\w+/g, '1')}`, { token: TOKEN });
    assert.deepEqual([answer.status, answer.body.code], [401, 'auth.invalid'], `${method} ${path}`);
  }
});

test('without a configured token the metrics are for direct calls from this machine', async (t) => {
  const service = await startTestService(t);
  assert.equal(await statusOf(service, { from: '127.0.0.1' }), 200);
  assert.equal(await statusOf(service, { from: '::1' }), 200);
  assert.equal(await statusOf(service, { from: '127.0.0.1', token: 'x' }), 200);
  await assertHidden(service, { from: '10.1.2.3' }, 'another machine');
  await assertHidden(service, { from: '10.1.2.3', token: 'undefined' }, 'a token where there is none');
  const telling = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via'];
  for (const name of telling) {
    await assertHidden(service, { from: '127.0.0.1', headers: { [name]: '127.0.0.1' } }, name);
    await assertHidden(service, { from: '127.0.0.1', headers: { [name]: '' } }, `${name}, empty`);
  }
  await assertHidden(service, { from: '127.0.0.1', headers: { host: 'evil.example' } }, 'a name that leads here');

  const both = await startTestService(t, { SVC_METRICS_TOKEN: TOKEN });
  assert.equal(await statusOf(both, { from: '127.0.0.1' }), 200, 'with a token set, too');
  assert.equal(await statusOf(both, { from: '127.0.0.1', headers: { 'x-forwarded-for': '10.1.2.3' } }), 404);

  const elsewhere = await startTestService(t, PUBLIC);
  await assertHidden(elsewhere, { from: '127.0.0.1' }, 'a public address');
});

test('wrong tokens are limited by address, and never keep the right one out', async (t) => {
  for (const env of [{ ...PUBLIC, SVC_METRICS_TOKEN: TOKEN }, PUBLIC]) {
    const service = await startTestService(t, env);
    const from = '10.1.2.3';
    for (let round = 0; round < 10; round++) assert.equal(await statusOf(service, { from, token: 'wrong' }), 404);
    const refused = await service.call('GET /metrics', { from, token: 'wrong' });
    assertProper(refused, 'one too many');
    assert.deepEqual([refused.status, refused.body.code], [429, 'request.too_many']);
    assert.equal(refused.headers['retry-after'], '60');
    assert.equal(await statusOf(service, { from }), 404, 'who guesses nothing is not counted');
    assert.equal(await statusOf(service, { from: '10.1.2.4', token: 'wrong' }), 404);
    if ('SVC_METRICS_TOKEN' in env) assert.equal(await statusOf(service, { from, token: TOKEN }), 200);
    service.clock.advance(minutes(1));
    assert.equal(await statusOf(service, { from, token: 'wrong' }), 404);
    const signIn = await service.call('POST /api/auth/login', { from, body: { email: 'a@example.hr', password: 'x' } });
    assert.equal(signIn.status, 401, 'sign-ins have counters of their own');
  }
});
