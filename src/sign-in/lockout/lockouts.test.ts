// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { CHEAP, PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { openService, type Service } from '../../entry/start/service.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { Secret } from '../../platform/kernel/secret.ts';
import { rewrapKeys } from '../../platform/keys/rotate-secret.ts';

const WRONG = 'ovo nije lozinka';
const KNOWN = 'ana@example.hr';
const STRANGERS = ['nitko@example.hr', 'no address'];

type Result = readonly [status: number, body: unknown, retryAfter: unknown];
type TryIn = (email: string) => Promise<Result>;

let lastAddress = 0;

/** A wrong password from a fresh client address; returns the answer without its request id. */
const triesAt =
  ({ server }: Pick<Service, 'server'>): TryIn =>
  async (email) => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: WRONG },
      remoteAddress: `10.1.${++lastAddress >> 8}.${lastAddress & 255}`,
    });
    const { request_id: _, ...body } = answer.json();
    return [answer.statusCode, body, answer.headers['retry-after']];
  };

/** Asserts that all addresses get the same answer and returns that of the known one. */
async function tryAll(tryIn: TryIn): Promise<{ status: number; counted: string | undefined }> {
  const [before, after] = [STRANGERS.slice(0, 1), STRANGERS.slice(1)];
  const told: Result[] = [];
  for (const email of [...before, KNOWN, ...after]) told.push(await tryIn(email));
  const known = told[before.length] as Result;
  for (const stranger of told) assert.deepEqual(stranger, known);
  return { status: known[0], counted: /\((\d+\/\d+)\)/.exec(JSON.stringify(known[1]))?.[1] };
}

/** A second process that shares only the store. */
async function startAnother(t: TestContext, { env, clock }: TestService): Promise<Service> {
  const read = readSettings(env);
  const settings = { ...read, passwords: { ...read.passwords, bcryptCost: CHEAP } };
  const service = await openService(settings, { log: pino({ level: 'silent' }), clock });
  t.after(() => service.close());
  return service;
}

test('known and unknown addresses are counted alike, and forgotten alike after 24 hours', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: KNOWN });
  const tryIn = triesAt(service);
  assert.deepEqual(await tryAll(tryIn), { status: 401, counted: '1/5' });
  service.clock.advance(hours(23));
  assert.deepEqual(await tryAll(tryIn), { status: 401, counted: '2/5' });
  service.clock.advance(hours(24) - 1);
  assert.deepEqual(await tryAll(tryIn), { status: 401, counted: '3/5' });
  service.clock.advance(hours(24));
  assert.deepEqual(await tryAll(tryIn), { status: 401, counted: '1/5' });
  service.clock.advance(hours(25));
  for (const counted of ['1/5', '2/5', '3/5', '4/5', '5/5'])
    assert.deepEqual(await tryAll(tryIn), { status: 401, counted });
  service.clock.advance(minutes(4));
  assert.deepEqual(await tryAll(tryIn), { status: 423, counted: '5/5' });
  service.clock.advance(minutes(1));
  assert.deepEqual(await tryAll(tryIn), { status: 401, counted: '1/5' });
});

test('after a restart both are still locked', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: KNOWN });
  for (const counted of ['1/5', '2/5', '3/5']) assert.equal((await tryAll(triesAt(service))).counted, counted);
  const restarted = await startAnother(t, service);
  assert.deepEqual(await tryAll(triesAt(restarted)), { status: 401, counted: '4/5' });
  assert.deepEqual(await tryAll(triesAt(restarted)), { status: 401, counted: '5/5' });
  assert.deepEqual(await tryAll(triesAt(await startAnother(t, service))), { status: 423, counted: '5/5' });
});

test('two nodes without Redis share the counts of both', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: KNOWN });
  const nodes = [triesAt(service), triesAt(await startAnother(t, service))];
  for (const turn of [1, 2, 3, 4, 5]) {
    const tryIn = nodes[turn % 2] as TryIn;
    assert.deepEqual(await tryAll(tryIn), { status: 401, counted: `${turn}/5` });
  }
  for (const tryIn of nodes) assert.deepEqual(await tryAll(tryIn), { status: 423, counted: '5/5' });
});

test('rotating the secret keeps the counts', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: KNOWN });
  for (const counted of ['1/5', '2/5']) assert.equal((await tryAll(triesAt(service))).counted, counted);
  const next = 'wQ7rT2yUiP9aSdF4gHjK6lZxC8vBnM3e';
  await rewrapKeys(service.database, service.secrets, new Secret(next), async () => {});
  const restarted = await startAnother(t, { ...service, env: { ...service.env, SVC_SECRET: next } });
  assert.deepEqual(await tryAll(triesAt(restarted)), { status: 401, counted: '3/5' });
});

test('an attempt that cannot be recorded frees its slot', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: KNOWN, status: 'suspended' });
  const rename = (from: string, to: string) =>
    service.database.transaction((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx));
  const signIn = async () => (await service.signIn(KNOWN, PASSWORD)).status;
  await rename('audit_records', 'audit_away');
  const away = [1, 2, 3, 4, 5, 6].map(signIn);
  assert.deepEqual(await Promise.all(away), Array(6).fill(500));
  await rename('audit_away', 'audit_records');
  assert.equal(await signIn(), 403);
});
