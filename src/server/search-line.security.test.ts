// engine: postgres
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startTestService } from '../../test/support/test-service.ts';

const AT_ONCE = 2;
const WAITING = 16;
const SENT = 30;

/** A service with four connections, and searches that do not end before `release`. */
async function withHeldSearches(t: TestContext) {
  const service = await startTestService(t, { SVC_DATABASE_POOL: '4' });
  const one = await service.addPerson({ role: 'admin', ime: 'Ana' });
  const other = await service.addPerson({ role: 'admin', ime: 'Ana' });
  const tokens = { greedy: await service.tokenOf(one.email), modest: await service.tokenOf(other.email) };
  const client = new pg.Client({ connectionString: service.env.SVC_DATABASE_URL });
  await client.connect();
  await client.query('begin');
  await client.query('lock table user_words in access exclusive mode');
  const ended: string[] = [];
  const search = async (caller: keyof typeof tokens) => {
    const { status, body } = await service.call('GET /api/admin/users?q=ana', { token: tokens[caller] });
    ended.push(`${caller} ${status} ${body.code ?? body.total}`);
  };
  const greedy = Array.from({ length: SENT }, () => search('greedy'));
  return { service, tokens, ended, search, greedy, release: () => client.end() };
}

const times = (count: number, what: string): string[] => Array.from({ length: count }, () => what);

test('searches of one administrator leave the store to others, who need not wait for all of them', async (t) => {
  const { service, tokens, ended, search, greedy, release } = await withHeldSearches(t);
  const modest = search('modest');
  for (const token of [tokens.greedy, tokens.modest])
    assert.equal((await service.call('GET /api/auth/me', { token })).status, 200);
  assert.deepEqual(ended, times(SENT - AT_ONCE - WAITING, 'greedy 503 store.unavailable'));
  await release();
  await Promise.all([...greedy, modest]);
  const answered = ended.filter((one) => one.includes(' 200 '));
  assert.deepEqual(answered.toSorted(), [...times(AT_ONCE + WAITING, 'greedy 200 2'), 'modest 200 2']);
  // Its turn is the next; those beside it may overtake it on a connection that has prepared their statements.
  assert.ok(answered.indexOf('modest 200 2') < AT_ONCE + WAITING / 2, answered.join());
});

test('a search that waited is refused when its caller has signed out meanwhile', async (t) => {
  const { service, tokens, ended, greedy, release } = await withHeldSearches(t);
  assert.equal((await service.call('POST /api/auth/logout', { token: tokens.greedy })).status, 200);
  await release();
  await Promise.all(greedy);
  assert.deepEqual(ended.toSorted(), [
    ...times(AT_ONCE, 'greedy 200 2'),
    ...times(WAITING, 'greedy 401 auth.revoked'),
    ...times(SENT - AT_ONCE - WAITING, 'greedy 503 store.unavailable'),
  ]);
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
