// engine: postgres
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startTestService } from '../../../test/support/test-service.ts';

const AT_ONCE = 2;
const SENT = 30;
/** Answers that one caller may have in the making, and calls that wait. */
const OF_ONE_AT_ONCE = 4;
const WAITING_OF_ONE = 512;

/** A service with four connections, and searches that do not end before `release`. */
async function withHeldSearches(t: TestContext) {
  const held = await withLocked(t, 'user_words');
  const { service, tokens } = held;
  const ended: string[] = [];
  const search = async (caller: keyof typeof tokens) => {
    const { status, body } = await service.call('GET /api/admin/users?q=ana', { token: tokens[caller] });
    ended.push(`${caller} ${status} ${body.code ?? body.total}`);
  };
  const greedy = Array.from({ length: SENT }, () => search('greedy'));
  return { ...held, ended, search, greedy };
}

async function withLocked(t: TestContext, table: 'user_words' | 'audit_records') {
  const service = await startTestService(t, { SVC_DATABASE_POOL: '4' });
  const one = await service.addPerson({ role: 'admin', ime: 'Ana' });
  const other = await service.addPerson({ role: 'admin', ime: 'Ana' });
  const tokens = { greedy: await service.tokenOf(one.email), modest: await service.tokenOf(other.email) };
  const client = new pg.Client({ connectionString: service.env.SVC_DATABASE_URL });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  return { service, tokens, release: () => client.end() };
}

const times = (count: number, what: string): string[] => Array.from({ length: count }, () => what);

test('searches of one administrator leave the store to others, who need not wait for all of them', async (t) => {
  const { service, tokens, ended, search, greedy, release } = await withHeldSearches(t);
  const modest = search('modest');
  for (const token of [tokens.greedy, tokens.modest])
    assert.equal((await service.call('GET /api/auth/me', { token })).status, 200);
  assert.equal(ended.length, 0, 'they wait');
  await release();
  await Promise.all([...greedy, modest]);
  const answered = ended.filter((one) => one.includes(' 200 '));
  assert.deepEqual(answered.toSorted(), [...times(SENT, 'greedy 200 2'), 'modest 200 2']);
  // Its turn is the next; those beside it may overtake it on a connection that has prepared their statements.
  assert.ok(answered.indexOf('modest 200 2') < SENT / 2, answered.join());
});

test('a search that waited is refused when its caller has signed out meanwhile', async (t) => {
  const { service, tokens, ended, greedy, release } = await withHeldSearches(t);
  assert.equal((await service.call('POST /api/auth/logout', { token: tokens.greedy })).status, 200);
  await release();
  await Promise.all(greedy);
  assert.deepEqual(ended.toSorted(), [
    ...times(AT_ONCE, 'greedy 200 2'),
    ...times(SENT - AT_ONCE, 'greedy 401 auth.revoked'),
  ]);
});

test('when too many calls of one caller wait, the next are refused, and those of others are not', async (t) => {
  const { service, tokens, release } = await withLocked(t, 'audit_records');
  const ask = (token: string) => service.call('GET /api/admin/audit', { token });
  const greedy = Array.from({ length: OF_ONE_AT_ONCE + WAITING_OF_ONE + 3 }, () => ask(tokens.greedy));
  const refused = await Promise.race(greedy);
  assert.deepEqual([refused.status, refused.body.code], [429, 'request.too_many_at_once']);
  assert.equal(refused.headers['retry-after'], '2');
  const modest = ask(tokens.modest);
  assert.equal((await service.call('GET /api/auth/me', { token: tokens.greedy })).status, 200);
  await release();
  assert.equal((await modest).status, 200);
  const statuses = (await Promise.all(greedy)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 429).length, 3);
  assert.ok(statuses.every((status) => status === 200 || status === 429));
});

test('a client that left while its search waited hinders nobody', async (t) => {
  const { service, tokens, greedy, release } = await withHeldSearches(t);
  await service.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.server.server.address() as AddressInfo;
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${tokens.modest}` };
  const left = fetch(`http://127.0.0.1:${port}/api/admin/users?q=ana`, { headers, signal: leaving.signal });
  await pause(200); // until it waits
  leaving.abort();
  await assert.rejects(left, { name: 'AbortError' });
  await release();
  await Promise.all(greedy);
  const next = await service.call('GET /api/admin/users?q=ana', { token: tokens.modest });
  assert.deepEqual([next.status, next.body.total], [200, 2]);
});
