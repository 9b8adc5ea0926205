// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { hash } from 'bcrypt';
import { forgetGuesses } from '../support/forget-guesses.ts';
import { isKnownFirst } from '../support/pair-order.ts';
import { isSoak, roundsOr, timeFor } from '../support/test-rounds.ts';
import { type Answer, PASSWORD, startTestService, type TestService } from '../support/test-service.ts';

/** Of each kind, known and unknown: `TEST_ROUNDS`, else 200. */
const TRIES = roundsOr(200);
/** Enough when nothing indicates a difference; the rest follow otherwise. */
const FIRST_TRIES = roundsOr(60);
/** The lowest permitted cost, so that differences are largest relative to the hash. */
const BCRYPT_COST = 10;
/** A share of the response time, plus the timer noise of a busy machine. */
const SHARE = isSoak ? 0.02 : 0.1;
const GRAIN_MS = 0.3;
/** Work is counted in `password-hasher.test.ts`; a few samples show whether it is done at all. */
const ROUGHLY = isSoak ? {} : { tries: 20, share: 0.5 };
/** Noise shows in one measurement, a leak in every one. */
const MEASUREMENTS = 3;

interface Timed {
  readonly answer: Answer;
  readonly ms: number;
}

interface Pairing {
  readonly known: (index: number) => Promise<Answer>;
  readonly unknown: (index: number) => Promise<Answer>;
  /** Runs before each pair, so that no account is locked; pairs must not be concurrent. */
  readonly before?: () => Promise<void>;
  /** Concurrent pairs, where a floor and not work takes the time. */
  readonly lanes?: number;
  /** Of each; `TRIES` by default. */
  readonly tries?: number;
  /** Permitted difference as a share of the response time; `SHARE` by default. */
  readonly share?: number;
}

async function timed(call: () => Promise<Answer>): Promise<Timed> {
  const started = performance.now();
  const answer = await call();
  return { answer, ms: performance.now() - started };
}

/** Sequential, either as often first, so that load affects both alike. */
async function pairOf({ known, unknown, before }: Pairing, index: number): Promise<TimedPair> {
  await before?.();
  const knownFirst = isKnownFirst(index);
  const first = await timed(() => (knownFirst ? known : unknown)(index));
  const second = await timed(() => (knownFirst ? unknown : known)(index));
  return knownFirst ? { known: first, unknown: second } : { known: second, unknown: first };
}

interface TimedPair {
  readonly known: Timed;
  readonly unknown: Timed;
}

async function measure(pairing: Pairing, from: number, tries: number): Promise<TimedPair[]> {
  const pairs: TimedPair[] = [];
  let next = from;
  const lane = async () => {
    while (next < from + tries) pairs.push(await pairOf(pairing, next++));
  };
  await Promise.all(Array.from({ length: pairing.lanes ?? 1 }, lane));
  return pairs;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0;

/** The visible response, without what varies from request to request. */
function visible({ status, body, headers }: Answer): string {
  const { request_id: _, ...said } = body;
  const { 'x-request-id': __, date: ___, ...sent } = headers;
  return JSON.stringify([status, said, sent]);
}

async function assertAlike(t: TestContext, pairing: Pairing): Promise<void> {
  const seen: string[] = [];
  for (let measurement = 0; measurement < MEASUREMENTS; measurement++) {
    const { tries = TRIES, share = SHARE } = pairing;
    const from = measurement * tries;
    const first = Math.min(tries, FIRST_TRIES);
    const pairs = await measure(pairing, from, first);
    if (first < tries && !evaluate(pairs, share).clear)
      pairs.push(...(await measure(pairing, from + first, tries - first)));
    for (const { known, unknown } of pairs) assert.equal(visible(known.answer), visible(unknown.answer));
    const verdict = evaluate(pairs, share);
    seen.push(verdict.text);
    t.diagnostic(verdict.text);
    if (verdict.alike) return;
  }
  assert.fail(`known and unknown addresses are told apart by time: ${seen.join('; ')}`);
}

interface Verdict {
  readonly alike: boolean;
  /** Below half the permitted difference: more samples would not change the verdict. */
  readonly clear: boolean;
  readonly text: string;
}

/** By the median of differences within pairs, and by the minima that a patient attacker would find. */
function evaluate(pairs: readonly TimedPair[], share: number): Verdict {
  const [known, unknown] = [pairs.map((pair) => pair.known.ms), pairs.map((pair) => pair.unknown.ms)];
  const middle = quantile(unknown, 0.5);
  const differences = pairs.map((pair) => pair.known.ms - pair.unknown.ms);
  const apart = quantile(differences, 0.5);
  const [one, other] = [quantile(known, 0.1), quantile(unknown, 0.1)];
  const bound = middle * share + GRAIN_MS;
  const most = Math.max(Math.abs(apart), Math.abs(one - other));
  const floors = `tenths ${one.toFixed(2)} and ${other.toFixed(2)} ms`;
  return {
    alike: most <= bound,
    clear: most <= bound / 2,
    text: `${pairs.length} pairs, median ${middle.toFixed(2)} ms, known − unknown ${apart.toFixed(2)} ms, ${floors}, bound ${bound.toFixed(2)} ms`,
  };
}

const OPEN_HANDED = { SVC_LOGIN_LOCK_THRESHOLD: '20', SVC_MAIL_ADDRESS_HOURLY: '1000' };

async function start(t: TestContext, env: Record<string, string> = {}): Promise<TestService> {
  const service = await startTestService(t, env, { bcryptCost: BCRYPT_COST });
  await service.addPerson({ email: 'ana@example.hr' });
  return service;
}

test('all 401 of sign-in take the same time', { timeout: timeFor(600_000) }, async (t) => {
  const service = await start(t, OPEN_HANDED);
  await assertAlike(t, {
    known: () => service.signIn('ana@example.hr', 'pogrešna lozinka'),
    unknown: () => service.signIn('nitko@example.hr', 'pogrešna lozinka'),
    before: () => forgetGuesses(service),
  });
});

for (const cost of [4, BCRYPT_COST - 1])
  test(`a hash imported at cost ${cost} takes the same time`, { timeout: timeFor(600_000) }, async (t) => {
    const service = await start(t, OPEN_HANDED);
    const passwordHash = await hash(PASSWORD, cost);
    await service.addPerson({ email: 'uvezena@example.hr', passwordHash });
    await assertAlike(t, {
      known: () => service.signIn('uvezena@example.hr', 'pogrešna lozinka'),
      unknown: () => service.signIn('nitko@example.hr', 'pogrešna lozinka'),
      before: () => forgetGuesses(service),
      ...ROUGHLY,
    });
  });

test('all sign-ins take the same time while a hash of higher cost is stored', {
  timeout: timeFor(600_000),
}, async (t) => {
  const service = await start(t, OPEN_HANDED);
  await service.addPerson({ passwordHash: await hash(PASSWORD, BCRYPT_COST + 1) });
  service.passwords.recordStoredCost(BCRYPT_COST + 1);
  await service.addPerson({ email: 'uvezena@example.hr', passwordHash: await hash(PASSWORD, 4) });
  await assertAlike(t, {
    known: (index) => service.signIn(index % 2 ? 'ana@example.hr' : 'uvezena@example.hr', 'pogrešna lozinka'),
    unknown: (index) => service.signIn(`nitko${index % 2}@example.hr`, 'pogrešna lozinka'),
    before: () => forgetGuesses(service),
    ...ROUGHLY,
  });
});

test('all 423 of sign-in take the same time', { timeout: timeFor(600_000) }, async (t) => {
  const service = await start(t);
  for (let wrong = 1; wrong <= 5; wrong++)
    for (const email of ['ana@example.hr', 'nitko@example.hr']) {
      const answer = await service.signIn(email, 'pogrešna lozinka');
      assert.match(answer.body.detail, new RegExp(`\\(${wrong}/5\\)`));
    }
  const locked = await service.signIn('ana@example.hr', PASSWORD);
  assert.equal(locked.status, 423);
  await assertAlike(t, {
    known: (index) => service.signIn('ana@example.hr', index % 2 ? PASSWORD : 'pogrešna lozinka'),
    unknown: (index) => service.signIn('nitko@example.hr', index % 2 ? PASSWORD : 'pogrešna lozinka'),
    lanes: 4,
  });
});

test('forgot-password takes the same time for known and unknown addresses', {
  timeout: timeFor(600_000),
}, async (t) => {
  const service = await start(t, OPEN_HANDED);
  const forgot = (email: string) => service.call('POST /api/auth/forgot-password', { body: { email } });
  await assertAlike(t, {
    known: () => forgot('ana@example.hr'),
    unknown: () => forgot('nitko@example.hr'),
    lanes: 4,
  });
  const mailed = (await service.mails.take()).map(({ kind, to_address }) => `${kind} ${to_address}`);
  assert.deepEqual(new Set(mailed), new Set(['password-reset ana@example.hr']), 'one of them did the whole work');
});

test('forgot-password takes the same time for people who get no mail', { timeout: timeFor(600_000) }, async (t) => {
  const service = await start(t, OPEN_HANDED);
  const others = [
    await service.addPerson({ status: 'invited', passwordHash: null }),
    await service.addPerson({ status: 'suspended' }),
    { email: 'Nije adresa' },
  ];
  const forgot = (email: string) => service.call('POST /api/auth/forgot-password', { body: { email } });
  const answers = [await forgot('nitko@example.hr')];
  for (const { email } of others) answers.push(await forgot(email));
  assert.equal(new Set(answers.map(visible)).size, 1);
  assert.deepEqual(await service.mails.take(), []);
});

test('requesting a mailed code and entering a wrong one take the same time for everybody', {
  timeout: timeFor(600_000),
}, async (t) => {
  const service = await start(t, OPEN_HANDED);
  const headers = { cookie: `svc_code=${'a'.repeat(22)}` }; // else each answer would set another
  const login = (body: object) => service.call('POST /api/auth/login', { body, headers });
  for (const [proof, lanes] of [
    [{ send_code: true }, 4],
    [{ code: '000000' }, 1], // the counts in the answers keep step, and end in a lock at twenty
  ] as const)
    await assertAlike(t, {
      known: () => login({ email: 'ana@example.hr', ...proof }),
      unknown: () => login({ email: 'nitko@example.hr', ...proof }),
      lanes,
      tries: lanes * 15,
    });
  const mailed = (await service.mails.take()).map(({ kind, to_address }) => `${kind} ${to_address}`);
  assert.deepEqual(new Set(mailed), new Set(['sign-in-code ana@example.hr']), 'one of them did the whole work');
});
