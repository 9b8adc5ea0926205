// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
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
async function setStatus({ database }: SeededStore, email: string, status: 'suspended'): Promise<void> {
  await database.transaction((tx) => tx.updateTable('users').set({ status }).where('email', '=', email).execute());
}
