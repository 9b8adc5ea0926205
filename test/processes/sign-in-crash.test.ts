import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from 'bcrypt';
import type { Database } from '../../src/database/database.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { freePort, type ProcessAnswer, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { testEngine, testRedisUrl } from '../support/test-engine.ts';
import { timeFor } from '../support/test-rounds.ts';

const EMAIL = 'osoba0@example.hr';
const PATIENCE_MS = 3000;
/** A hash of this cost takes about half a second of an idle core. */
const SLOW = 13;
/** Upper bound for the sign-in itself on a busy machine, once it has a slot. */
const WORK_MS = 4000;

/** Per account: as many guesses as the smallest machine evaluates at once. */
const PLACES = 4;

async function slowStore(t: TestContext, passwordHash: string) {
  const store = await seedStore(t, {
    people: 1,
    env: {
      SVC_LOGIN_LOCK_THRESHOLD: String(PLACES),
      ...(testRedisUrl === undefined ? {} : { SVC_REDIS_URL: testRedisUrl }),
    },
  });
  await store.database.transaction((tx) =>
    tx.updateTable('users').set({ password_hash: passwordHash }).where('email', '=', EMAIL).execute(),
  );
  return store;
}

const placesIn = async ({ read }: Database): Promise<number> => {
  const row = await read.selectFrom('lockouts').select(['places', 'places_before']).executeTakeFirst();
  return (row?.places ?? 0) + (row?.places_before ?? 0);
};

/** As many wrong passwords as there are slots. Resolves when all are being evaluated. */
async function occupy(node: ServiceProcess, database: Database, from: string): Promise<void> {
  for (let index = 0; index < PLACES; index++) node.signIn(EMAIL, `pogrešno ${index}`, from).catch(() => {});
  for (let turn = 0; (await placesIn(database)) < PLACES; turn++) {
    assert.ok(turn < 500, 'guesses are under way in every place');
    await pause(5);
  }
}

test('kill -9 with sign-ins in progress: their places do not block the account', {
  timeout: timeFor(120_000),
}, async (t) => {
  const store = await slowStore(t, await hash(PROCESS_PASSWORD, SLOW));
  const port = await freePort();
  const from = '10.7.0.1'; // one client address for all: the killed node's guesses still occupy its window
  let node = await startProcess(t, store.env, port);
  // SQLite has one serving process; the restarted one plays the other node.
  const other = testEngine === 'postgres' ? await startProcess(t, store.env) : undefined;
  for (let round = 1; round <= 3; round++) {
    await occupy(node, store.database, from);
    await node.kill();
    const killedAt = performance.now();
    assert.equal(await placesIn(store.database), PLACES, 'they died in their places');
    const restarted = startProcess(t, store.env, port);
    const serving = other ?? (await restarted);
    const answer = await serving.signIn(EMAIL, PROCESS_PASSWORD, from);
    assert.equal(answer.status, 200, `round ${round}: ${JSON.stringify(answer.body)}`);
    assert.ok(answer.ms < PATIENCE_MS + WORK_MS, `round ${round}: ${Math.round(answer.ms)} ms`);
    t.diagnostic(`round ${round}: in after ${Math.round(performance.now() - killedAt)} ms`);
    node = await restarted;
  }
});

test('guesses evaluated for longer than a lease keep their places', {
  timeout: timeFor(180_000),
}, async (t) => {
  const store = await slowStore(t, `$2b$15$${'.'.repeat(53)}`); // two seconds of a core each, on two cores
  const node = await startProcess(t, store.env);
  const guess = (index: number) => node.signIn(EMAIL, `pogrešno ${index}`, `10.7.1.${index}`);
  const first = Array.from({ length: 6 }, (_, index) => guess(index));
  const later: Promise<ProcessAnswer>[] = [];
  for (let index = 6; index < 12; index++) {
    await pause(700);
    later.push(guess(index));
  }
  const statuses = (await Promise.all([...first, ...later])).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, PLACES, statuses.join(' '));
  assert.ok(
    statuses.every((status) => [401, 423, 503].includes(status)),
    statuses.join(' '),
  );
  assert.equal(await placesIn(store.database), 0);
});
