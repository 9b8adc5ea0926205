// engine: postgres
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { PROCESS_PASSWORD, type SeededStore, seedStore } from '../support/seeded-store.ts';
import { type ProcessAnswer, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { testRedisUrl } from '../support/test-engine.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';

const AT_ONCE = 100;

async function startTwoNodes(t: TestContext, people: number, env: Record<string, string>) {
  const store = await seedStore(t, { people, env });
  const nodes = await Promise.all([startProcess(t, store.env), startProcess(t, store.env)]);
  const warm = Array.from({ length: AT_ONCE }, (_, index) => nodes[index % 2 ? 1 : 0].call('GET /health/live'));
  await Promise.all(warm);
  return { store, nodes };
}

/** The number of responses by status. */
const tally = (answers: readonly ProcessAnswer[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, same]) => [status, same.length]));

const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

test('of 100 concurrent wrong passwords over two nodes five are evaluated, then the account is locked', {
  timeout: timeFor(120_000),
}, async (t) => {
  const rounds = roundsOr(8); // a hash takes 50 ms even at the lowest cost
  const { store, nodes } = await startTwoNodes(t, rounds, {});
  const seen: Record<string, number> = {};
  for (const [round, email] of store.emails.entries()) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        // Each from its own address, or the address window would do the lock's work.
        nodes[index % 2 ? 1 : 0].signIn(email, `pogrešno ${index}`, `10.${round % 256}.0.${index}`),
      ),
    );
    const counts = tally(answers);
    for (const [status, count] of Object.entries(counts)) seen[status] = (seen[status] ?? 0) + count;
    assert.deepEqual(
      Object.keys(counts).filter((status) => !['401', '423', '503'].includes(status)),
      [],
      JSON.stringify(counts),
    );
    assert.equal(counts['401'], 5, JSON.stringify(counts));
    await assertFiveThenLocked(store, email, counts['423'] ?? 0);
    for (const { status, headers } of answers) if (status !== 401) assert.match(headers['retry-after'] ?? '', /^\d+$/);
    for (const node of nodes)
      assert.equal((await node.signIn(email, PROCESS_PASSWORD, randomAddress())).status, 423, 'the right one too');
  }
  t.diagnostic(`${rounds} rounds of ${AT_ONCE} wrong passwords: ${JSON.stringify(seen)}`);
});

async function assertFiveThenLocked({ database }: SeededStore, email: string, locked: number): Promise<void> {
  const trail = await database.read
    .selectFrom('audit_records')
    .innerJoin('users', 'users.id', 'audit_records.user_id')
    .select(['audit_records.id', 'action', 'meta'])
    .where('users.email', '=', email)
    .where('action', 'like', 'login.%')
    .orderBy('audit_records.id')
    .execute();
  const reasons = trail.map(({ action, meta }) => (action === 'login.fail' ? JSON.parse(meta).reason : action));
  const evaluated = ['password', 'password', 'password', 'password', 'password', 'login.locked'];
  assert.deepEqual(reasons, [...evaluated, ...Array(locked).fill('locked')]);
}

test('over two nodes that share Redis at most ten failures of an address are evaluated', {
  timeout: timeFor(120_000),
}, async (t) => {
  if (testRedisUrl === undefined) return t.skip('no Redis in this pass');
  const { nodes, store } = await startTwoNodes(t, 1, { SVC_REDIS_URL: testRedisUrl });
  const rounds = roundsOr(20); // ten hashes each
  const seen: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    const from = randomAddress();
    const guess = (node: ServiceProcess, index: number) => node.signIn(`nitko${round}-${index}@example.hr`, 'x', from);
    const answers = await Promise.all(Array.from({ length: 32 }, (_, index) => guess(nodes[index % 2 ? 1 : 0], index)));
    const counts = tally(answers);
    for (const [status, count] of Object.entries(counts)) seen[status] = (seen[status] ?? 0) + count;
    assert.equal(counts['401'], 10, JSON.stringify(counts));
    assert.equal((counts['429'] ?? 0) + (counts['503'] ?? 0), 22, JSON.stringify(counts));
    for (const node of nodes) {
      const right = await node.signIn(store.emails[0] ?? '', PROCESS_PASSWORD, from);
      assert.deepEqual([right.status, right.body.code], [429, 'attempts.address_blocked']);
    }
  }
  t.diagnostic(`${rounds} rounds of 32 guesses of one address: ${JSON.stringify(seen)}`);
});
