// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { nowOf, systemClock } from '../../src/platform/kernel/clock.ts';
import { endSessionsOf } from '../../src/sign-in/sessions/end-sessions.ts';
import { PROCESS_PASSWORD, type SeededStore, seedStore } from '../support/seeded-store.ts';
import { type ProcessAnswer, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';

const AT_ONCE = 32;

interface TwoNodes {
  readonly store: SeededStore;
  readonly nodes: readonly [ServiceProcess, ServiceProcess];
}

async function startTwoNodes(t: TestContext): Promise<TwoNodes> {
  const store = await seedStore(t, { people: 2 });
  const nodes = await Promise.all([startProcess(t, store.env), startProcess(t, store.env)]);
  return { store, nodes };
}

/** Concurrent calls, half to each node, over open connections. */
async function onBothNodes<Result>(
  nodes: TwoNodes['nodes'],
  count: number,
  call: (node: ServiceProcess, index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(nodes[index % 2 ? 1 : 0], index)));
}

const pairOf = ({ body }: ProcessAnswer): string => `${body.access_token} ${body.refresh_token}`;

test('a refresh token sent 32 times over two nodes has one successor', { timeout: timeFor(120_000) }, async (t) => {
  const { store, nodes } = await startTwoNodes(t);
  const [email = ''] = store.emails;
  await onBothNodes(nodes, AT_ONCE, (node) => node.call('GET /health/live'));
  let { body } = await nodes[0].signIn(email, PROCESS_PASSWORD);
  const rounds = roundsOr(50);
  for (let round = 1; round <= rounds; round++) {
    const refresh = { body: { refresh_token: body.refresh_token } };
    const answers = await onBothNodes(nodes, AT_ONCE, (node) => node.call('POST /api/auth/refresh', refresh));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), `round ${round}`);
    assert.equal(new Set(answers.map(pairOf)).size, 1, `round ${round}: more than one pair was handed out`);
    const records = await store.database.read.selectFrom('session_records').selectAll().execute();
    assert.equal(records.length, round + 1, 'one record a round');
    assert.equal(records.filter(({ spent_at }) => spent_at === null).length, 1);
    ({ body } = answers[0] as ProcessAnswer);
  }
  const trail = await store.database.read.selectFrom('audit_records').select(['action', 'meta']).execute();
  const refreshes = trail.filter(({ action }) => action === 'auth.refresh').map(({ meta }) => JSON.parse(meta));
  assert.equal(refreshes.length, rounds * AT_ONCE, 'each answer has its record');
  assert.equal(refreshes.filter(({ repeated }) => !repeated).length, rounds);
  t.diagnostic(`${rounds} rounds of ${AT_ONCE} refreshes`);
});

test('refreshes of many people over two nodes: one successor each, whoever is suspended meanwhile', async (t) => {
  const store = await seedStore(t, { people: AT_ONCE });
  const nodes = await Promise.all([startProcess(t, store.env), startProcess(t, store.env)] as const);
  const pairs = new Map<string, ProcessAnswer['body']>();
  for (const [index, email] of store.emails.entries())
    pairs.set(email, (await nodes[index % 2 ? 1 : 0].signIn(email, PROCESS_PASSWORD)).body);
  let ended = 0;
  const rounds = roundsOr(10);
  for (let round = 1; round <= rounds; round++) {
    await store.database.transaction((tx) => tx.deleteFrom('audit_records').execute());
    const suspended = store.emails.filter((_, index) => index % 8 === round % 8);
    // One, two or three times each: the second at the other node, the third together with the first.
    const asked = [0, 1, 0].flatMap((other, time) =>
      store.emails.flatMap((email, index) =>
        index % 3 < time ? [] : [{ email, node: nodes[(index + other) % 2 ? 1 : 0] }],
      ),
    );
    const [answers] = await Promise.all([
      Promise.all(
        asked.map(async ({ email, node }) => {
          const body = { refresh_token: pairs.get(email)?.refresh_token };
          return { email, ...(await node.call('POST /api/auth/refresh', { body })) };
        }),
      ),
      ...suspended.map((email) => suspend(store, email)),
    ]);
    for (const [email, own] of Map.groupBy(answers, (answer) => answer.email)) {
      const given = own.filter(({ status }) => status === 200);
      const refused = own.filter(({ status, body }) => status === 401 && body.code === 'refresh.invalid');
      assert.equal(given.length + refused.length, own.length, `round ${round}: ${own.map(({ status }) => status)}`);
      assert.ok(refused.length === 0 || suspended.includes(email), `round ${round}: a refresh was lost`);
      assert.ok(new Set(given.map(pairOf)).size <= 1, `round ${round}: more than one pair was handed out`);
      if (given[0] !== undefined) pairs.set(email, given[0].body);
      ended += refused.length;
    }
    const successors = new Set(answers.filter(({ status }) => status === 200).map(({ email }) => email)).size;
    const records = await store.database.read.selectFrom('session_records').select(['sid', 'spent_at']).execute();
    const unspent = Map.groupBy(
      records.filter(({ spent_at }) => spent_at === null),
      ({ sid }) => sid,
    );
    assert.ok(
      [...unspent.values()].every((own) => own.length === 1),
      `round ${round}: two successors of one record`,
    );
    const trail = await store.database.read.selectFrom('audit_records').select(['action', 'meta']).execute();
    const refreshes = trail.filter(({ action }) => action === 'auth.refresh').map(({ meta }) => JSON.parse(meta));
    assert.equal(refreshes.filter(({ repeated }) => !repeated).length, successors, `round ${round}: a record for each`);
    assert.equal(refreshes.length, answers.filter(({ status }) => status === 200).length);
    for (const email of suspended) {
      await setStatus(store, email, 'active');
      pairs.set(email, (await nodes[0].signIn(email, PROCESS_PASSWORD)).body);
    }
  }
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(store.database.read as never);
  assert.equal(rows[0]?.deadlocks, 0);
  t.diagnostic(`${rounds} rounds of ${AT_ONCE} people, ${ended} refreshes refused to whom was suspended`);
});

test('a sign-in ended on one node is refused by the other at the next call', async (t) => {
  const { store, nodes } = await startTwoNodes(t);
  const [email = '', other = ''] = store.emails;
  const [one, two] = nodes;
  for (let round = 0; round < roundsOr(50); round++) {
    const [from, to] = round % 2 ? [two, one] : [one, two];
    const { access_token: token, refresh_token } = (await from.signIn(email, PROCESS_PASSWORD)).body;
    assert.equal((await to.call('GET /api/auth/me', { token })).status, 200);
    assert.equal((await from.call('POST /api/auth/logout', { token })).status, 200);
    const [me, refreshed] = await Promise.all([
      to.call('GET /api/auth/me', { token }),
      to.call('POST /api/auth/refresh', { body: { refresh_token } }),
    ]);
    assert.deepEqual([me.status, me.body.code, refreshed.status], [401, 'auth.revoked', 401]);
  }
  const { access_token: token } = (await one.signIn(other, PROCESS_PASSWORD)).body;
  assert.equal((await two.call('GET /api/auth/me', { token })).status, 200);
  await setStatus(store, other, 'suspended');
  for (const node of nodes) {
    const answer = await node.call('GET /api/auth/me', { token });
    assert.deepEqual([answer.status, answer.body.code], [401, 'auth.revoked']);
  }
});

/** Directly in the database, bypassing every node. */
async function setStatus({ database }: SeededStore, email: string, status: 'active' | 'suspended'): Promise<void> {
  await database.transaction((tx) => tx.updateTable('users').set({ status }).where('email', '=', email).execute());
}

/** As an administrator's suspension does: status and sign-ins in one transaction. */
async function suspend({ database }: SeededStore, email: string): Promise<void> {
  await database.transaction(async (tx) => {
    const suspended = tx.updateTable('users').set({ status: 'suspended' }).where('email', '=', email);
    const { id } = await suspended.returning('id').executeTakeFirstOrThrow();
    await endSessionsOf(tx, id, 'suspended', nowOf(systemClock));
  });
}
