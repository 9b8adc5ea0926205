// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { openAppStore } from '../../entry/app/app-schema.ts';
import { openService } from '../../entry/start/service.ts';
import { seconds } from '../kernel/durations.ts';
import { Secret } from '../kernel/secret.ts';
import { openKeyring } from './keyring.ts';
import { listClosedKeys } from './revoke-key.ts';
import { KEY_LEAD_TIME, rotateKeys } from './rotate-keys.ts';
import { rewrapKeys } from './rotate-secret.ts';

const OLD = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';
const NEW = 'wQ7rT2yUiP9aSdF4gHjK6lZxC8vBnM3e';

const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

const publishedBy = async (service: TestService): Promise<string[]> =>
  (await service.call('GET /.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid);

const rotate = (service: TestService) => rotateKeys(service.database, () => service.secrets, service.clock);

test('a new signing key is published at once and used after its lead time; the old one still verifies', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const { body: first } = await service.signIn('ana@example.hr');
  const made = await rotate(service);
  const [signing = '', encryption = '', ...more] = made.map(({ kid }) => kid);
  assert.match(signing, /^signing-[0-9a-f]{10}$/);
  assert.match(encryption, /^encryption-[0-9a-f]{10}$/);
  assert.deepEqual(more, []);
  assert.ok(made.every(({ wrapped }) => wrapped.startsWith('v1.')));
  await service.keys.reload();
  assert.deepEqual(await publishedBy(service), ['signing-1', signing]);
  service.clock.advance(KEY_LEAD_TIME - 1);
  assert.equal(kidOf(await service.tokenOf('ana@example.hr')), 'signing-1');
  assert.equal(service.keys.encryption().kid, 'encryption-1');
  service.clock.advance(1);
  assert.equal(kidOf(await service.tokenOf('ana@example.hr')), signing);
  assert.equal(service.keys.encryption().kid, encryption);
  assert.ok(service.keys.findEncryption('encryption-1'), 'what the old one encrypted can still be read');
  assert.equal((await service.call('GET /api/auth/me', { token: first.access_token })).status, 200);
  const next = await service.call('POST /api/auth/refresh', { body: { refresh_token: first.refresh_token } });
  assert.equal(next.status, 200);
  assert.equal(kidOf(next.body.access_token), signing);
});

test('a pair that is issued again after a rotation is identical', async (t) => {
  const service = await startTestService(t, { SVC_REFRESH_GRACE_SEC: '60' });
  await service.addPerson({ email: 'ana@example.hr' });
  const { body: first } = await service.signIn('ana@example.hr');
  const [signing] = await rotate(service);
  await service.keys.reload();
  service.clock.advance(KEY_LEAD_TIME - seconds(1));
  const refresh = () => service.call('POST /api/auth/refresh', { body: { refresh_token: first.refresh_token } });
  const before = await refresh();
  service.clock.advance(seconds(2));
  assert.equal(service.keys.signing().kid, signing?.kid);
  const after = await refresh();
  assert.equal(after.body.access_token, before.body.access_token);
  assert.equal(after.body.refresh_token, before.body.refresh_token);
});

test('another node accepts a token of a key it has not loaded yet, and reloads at most once a second', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const other = await openService(service.settings, { log: pino({ level: 'silent' }), clock: service.clock });
  t.after(() => other.close());
  const [{ kid: second } = { kid: '' }] = await rotate(service);
  await service.keys.reload();
  service.clock.advance(KEY_LEAD_TIME);
  const token = await service.tokenOf('ana@example.hr');
  assert.equal(kidOf(token), second);
  assert.equal(other.keys.findSigning(second), undefined, 'not read yet');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await other.server.inject({ method: 'GET', url: '/api/auth/me', headers });
  assert.equal(answer.statusCode, 200);
  const [{ kid: third } = { kid: '' }] = await rotate(service);
  assert.equal(await other.keys.resolveSigning(third), undefined, 'it has just asked');
  service.clock.advance(seconds(1) + 1);
  assert.equal((await other.keys.resolveSigning(third))?.kid, third);
});

test('two concurrent rotations use different names', async (t) => {
  const service = await startTestService(t);
  const made = await Promise.all([rotate(service), rotate(service), rotate(service)]);
  const kids = made.flat().map(({ kid }) => kid);
  assert.equal(new Set(kids).size, 6, kids.join());
});

test('after a rotation the new secret unwraps every key, and the old one none', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  await rotate(service);
  const next = new Secret('nQ7vR2mX9kLp4Wz8TdYs6BhJc3gFtA5u');
  let told = 0;
  const rewrapped = await rewrapKeys(service.database, service.secrets, next, async (_tx, count) => {
    told = count;
  });
  assert.equal(rewrapped, 5);
  assert.equal(told, 5);
  const open = (current: Secret, others: Secret[] = []) =>
    openKeyring(service.database, () => ({ current, others }), service.clock);
  assert.equal((await open(next)).published().length, 2);
  assert.equal((await open(service.secrets.current, [next])).published().length, 2);
  await assert.rejects(open(service.secrets.current), /SVC_SECRET/);
  assert.equal(await rewrapKeys(service.database, service.secrets, next, async () => {}), 0, 'nothing is left to do');
  assert.equal((await service.call('GET /api/auth/me', { token })).status, 200, 'a running node keeps what it opened');
});

test('a failed rotation rewraps nothing', async (t) => {
  const service = await startTestService(t);
  const wrapped = () => service.database.read.selectFrom('data_keys').select(['kid', 'wrapped']).execute();
  const before = await wrapped();
  const next = new Secret('nQ7vR2mX9kLp4Wz8TdYs6BhJc3gFtA5u');
  const fails = rewrapKeys(service.database, service.secrets, next, () => Promise.reject(new Error('no record')));
  await assert.rejects(fails, /no record/);
  const stranger = { current: next, others: [] };
  await assert.rejects(
    rewrapKeys(service.database, stranger, new Secret('zW7vR2mX9kLp4Wz8TdYs6BhJc3gFtA5u'), async () => {}),
    /cannot be unwrapped by any of the given secrets/,
  );
  assert.deepEqual(await wrapped(), before);
});

test('the row of one key cannot be swapped for another', async (t) => {
  const service = await startTestService(t);
  const [{ kid: second } = { kid: '' }] = await rotate(service);
  const one = await service.database.read
    .selectFrom('data_keys')
    .selectAll()
    .where('kid', '=', 'signing-1')
    .executeTakeFirstOrThrow();
  const swap = (kid: string, wrapped: string) =>
    service.database.transaction((tx) => tx.updateTable('data_keys').set({ wrapped }).where('kid', '=', kid).execute());
  await swap(second, one.wrapped);
  await service.keys.reload();
  assert.deepEqual(await publishedBy(service), ['signing-1'], 'left out, and nothing else is harmed');
});

test('rotating keys and the configured secret concurrently leaves no key under the old secret', {
  timeout: 60_000,
}, async (t) => {
  const { database, settings, clock } = await startTestService(t, { SVC_SECRET: OLD });
  const other = await openAppStore(settings);
  t.after(() => other.close());
  let [from, to] = [new Secret(OLD), new Secret(NEW)];
  for (let round = 1; round <= 10; round++) {
    const knowsOld = { current: from, others: [] };
    const knowsBoth = { current: to, others: [from] };
    const [made, rewrapped] = await Promise.allSettled([
      rotateKeys(database, () => knowsOld, clock),
      rewrapKeys(other, knowsBoth, to, async () => {}),
    ]);
    assert.equal(rewrapped.status, 'fulfilled', `round ${round}`);
    // Either the keys came first and were wrapped anew, or they came too late and were refused.
    if (made.status === 'rejected') assert.match(String(made.reason), /The secret changed meanwhile/);
    assert.deepEqual(await listClosedKeys(database.read, { current: to, others: [] }), [], `round ${round}`);
    [from, to] = [to, from];
  }
});
