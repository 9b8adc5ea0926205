// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from 'bcrypt';
import type { Database } from '../../src/platform/database/database.ts';
import { placesIn, untilPlaces } from '../support/guess-places.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { freePort, type ProcessAnswer, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { testEngine, testRedisUrl } from '../support/test-engine.ts';
import { timeFor } from '../support/test-rounds.ts';

const EMAIL = 'osoba0@example.hr';
const PATIENCE_MS = 3000;
/** A hash of this cost takes about half a second of an idle core. */
const SLOW = 13;
/** How many times as long as a hash took before, a sign-in may take once it has a slot: guesses of a dead process may still be hashed. */
const WORK = 8;
/** A lease ends within three seconds; an evaluation may keep its slot for twenty. */
const LONGER_THAN_A_LEASE_MS = 4000;
/** For what is refused or decided, however slow the machine is. */
const GIVE_UP_MS = 120_000;

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

/** As many wrong passwords as there are slots. Resolves when all are being evaluated. */
async function occupy(node: ServiceProcess, database: Database, from: string): Promise<void> {
  for (let index = 0; index < PLACES; index++) node.signIn(EMAIL, `pogrešno ${index}`, from).catch(() => {});
  await untilPlaces(database, PLACES);
}

/** The least cost by which as many guesses as there are slots take longer than a lease on this machine, as busy as it is. */
async function lastingCost(): Promise<number> {
  const started = performance.now();
  await Promise.all(Array.from({ length: PLACES }, () => hash(PROCESS_PASSWORD, SLOW - 1)));
  const doublings = Math.ceil(Math.log2(LONGER_THAN_A_LEASE_MS / (performance.now() - started)));
  return SLOW - 1 + Math.max(0, doublings);
}

test('kill -9 with sign-ins in progress: their places do not block the account', {
  timeout: timeFor(120_000),
}, async (t) => {
  const hashing = performance.now();
  const passwordHash = await hash(PROCESS_PASSWORD, SLOW);
  const longest = PATIENCE_MS + Math.max(4000, WORK * (performance.now() - hashing));
  const store = await slowStore(t, passwordHash);
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
    assert.ok(answer.ms < longest, `round ${round}: ${Math.round(answer.ms)} ms`);
    t.diagnostic(`round ${round}: in after ${Math.round(performance.now() - killedAt)} ms`);
    node = await restarted;
  }
});

test('guesses evaluated for longer than a lease keep their places', {
  timeout: timeFor(180_000),
}, async (t) => {
  const cost = await lastingCost();
  t.diagnostic(`hashes of cost ${cost}`);
  const store = await slowStore(t, `$2b$${cost}$${'.'.repeat(53)}`);
  const node = await startProcess(t, store.env);
  const guess = (index: number) =>
    node.call('POST /api/auth/login', {
      body: { email: EMAIL, password: `pogrešno ${index}` },
      from: `10.7.1.${index}`,
      giveUpAfterMs: GIVE_UP_MS,
    });
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
