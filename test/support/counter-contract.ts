import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  AttemptAnswer,
  AttemptCounter,
  AttemptReservation,
  AttemptRule,
} from '../../src/counters/attempt-counter.ts';
import type { SlidingWindow, WindowAnswer, WindowReservation, WindowRule } from '../../src/counters/sliding-window.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { hours, type Milliseconds, minutes, seconds } from '../../src/kernel/durations.ts';
import { manualClock } from './manual-clock.ts';

const START = Date.parse('2026-03-01T08:00:00.000Z');

/** Where counters are kept. Each call makes one with keys of its own. */
export interface CounterStore {
  readonly name: string;
  window(rule: WindowRule, clock: Clock): SlidingWindow;
  attempts(rule: AttemptRule, clock: Clock): AttemptCounter;
}

export function reservationOf<Reservation>(answer: { kind: string; reservation?: Reservation }): Reservation {
  assert.equal(answer.kind, 'reserved');
  return answer.reservation as Reservation;
}

const times = <Value>(count: number, work: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, work));

export const countOf = (answers: readonly { kind: string }[], kind: string): number =>
  answers.filter((answer) => answer.kind === kind).length;

/** What a sliding window does wherever it is kept. */
export function testSlidingWindow(store: CounterStore): void {
  describe(`sliding window in ${store.name}`, () => {
    const setUp = (most: number, within: Milliseconds = minutes(5)) => {
      const clock = manualClock(START);
      const window = store.window({ most, within }, clock);
      const reserve = async (key = 'k') => reservationOf<WindowReservation>(await window.reserve(key));
      const countNow = async (key = 'k') => window.count(await reserve(key));
      return { clock, window, reserve, countNow };
    };

    test('blocks at `most` counted events until the oldest slides out', async () => {
      const { clock, window, countNow } = setUp(2);
      await countNow();
      clock.advance(minutes(1));
      await countNow();
      const blocked: WindowAnswer = { kind: 'blocked', until: START + minutes(5) };
      assert.deepEqual(await window.reserve('k'), blocked);
      clock.advance(minutes(4) - 1);
      assert.deepEqual(await window.reserve('k'), blocked);
      clock.advance(1);
      await countNow();
      assert.deepEqual(await window.reserve('k'), { kind: 'blocked', until: START + minutes(6) });
    });

    test('is busy while reservations take the last places, and keys do not touch each other', async () => {
      const { window, reserve, countNow } = setUp(2);
      await countNow();
      const last = await reserve();
      assert.deepEqual(await window.reserve('k'), { kind: 'busy' });
      assert.deepEqual(await window.take('k'), { allowed: false, until: START + seconds(20) });
      await reserve('another');
      await window.release(last);
      await reserve();
    });

    test('of 100 at once exactly `most` are reserved or taken', async () => {
      const { window } = setUp(10);
      const answers = await times(100, () => window.reserve('k'));
      assert.equal(countOf(answers, 'reserved'), 10);
      assert.equal(countOf(answers, 'busy'), 90);
      const taken = await times(100, () => window.take('other'));
      assert.equal(taken.filter((answer) => answer.allowed).length, 10);
    });

    test('a reservation is settled once', async () => {
      const { window, reserve } = setUp(3);
      const [a, b, c] = [await reserve(), await reserve(), await reserve()];
      await times(5, () => window.count(a));
      await window.release(a);
      await window.clear(a);
      await times(5, () => window.release(b));
      await window.count(b);
      await reserve();
      assert.deepEqual(await window.reserve('k'), { kind: 'busy' }, 'one counted, two reserved');
      await window.count(c);
      await reserve().catch(() => {});
      assert.deepEqual(await window.reserve('k'), { kind: 'busy' }, 'two counted, one reserved');
    });

    test('a lapsed reservation gives its place back, and counts all the same when it fails late', async () => {
      const { clock, window, reserve } = setUp(2);
      const [late, lost] = [await reserve(), await reserve()];
      clock.advance(seconds(20) - 1);
      assert.deepEqual(await window.reserve('k'), { kind: 'busy' });
      clock.advance(1);
      const fresh = await reserve();
      await window.count(late);
      await window.count(late);
      assert.deepEqual(await window.reserve('k'), { kind: 'busy' }, 'one counted, one reserved');
      await window.count(fresh);
      await window.count(lost);
      // Three events, of which the newest two decide; all three are of this moment.
      assert.deepEqual(await window.reserve('k'), { kind: 'blocked', until: clock.now() + minutes(5) });
    });

    test('a success forgets what was counted and leaves other reservations', async () => {
      const { window, reserve, countNow } = setUp(3);
      await countNow();
      const [good, other] = [await reserve(), await reserve()];
      await window.clear(good);
      await countNow();
      await window.clear(good);
      await reserve();
      assert.deepEqual(await window.reserve('k'), { kind: 'busy' }, 'one counted, two reserved');
      await window.release(other);
      await reserve();
    });

    test('plain limits slide too', async () => {
      const { clock, window } = setUp(2, hours(1));
      assert.deepEqual(await window.take('k'), { allowed: true });
      clock.advance(minutes(30));
      assert.deepEqual(await window.take('k'), { allowed: true });
      assert.deepEqual(await window.take('k'), { allowed: false, until: START + hours(1) });
      clock.advance(minutes(30));
      assert.deepEqual(await window.take('k'), { allowed: true });
      assert.deepEqual(await window.take('k'), { allowed: false, until: START + hours(1.5) });
    });

    test('a rule without sense is refused', () => {
      for (const most of [0, -1, 1.5, 1_000_001, Number.NaN]) assert.throws(() => setUp(most), RangeError);
      assert.throws(() => setUp(1, 0), RangeError);
    });
  });
}

/** What an attempt counter does wherever it is kept. */
export function testAttemptCounter(store: CounterStore): void {
  describe(`attempt counter in ${store.name}`, () => {
    const setUp = (threshold = 5, lockFor: Milliseconds = minutes(5)) => {
      const clock = manualClock(START);
      const attempts = store.attempts({ threshold, lockFor }, clock);
      const reserve = async (key = 'k') => reservationOf<AttemptReservation>(await attempts.reserve(key));
      const failNow = async (key = 'k') => attempts.fail(await reserve(key));
      return { clock, attempts, reserve, failNow };
    };

    test('the failure that reaches the threshold locks; after the lock the count starts at 0', async () => {
      const { clock, attempts, failNow } = setUp(3);
      assert.deepEqual(await failNow(), { failures: 1, lockedUntil: null });
      assert.deepEqual(await failNow(), { failures: 2, lockedUntil: null });
      const until = START + minutes(5);
      assert.deepEqual(await failNow(), { failures: 3, lockedUntil: until });
      clock.advance(minutes(5) - 1);
      assert.deepEqual(await attempts.reserve('k'), { kind: 'locked', until });
      assert.deepEqual(await failNow('another'), { failures: 1, lockedUntil: null });
      clock.advance(1);
      assert.deepEqual(await failNow(), { failures: 1, lockedUntil: null });
    });

    test('of 100 at once only as many are evaluated as may fail', async () => {
      const { attempts, failNow } = setUp(5);
      await failNow();
      const answers: AttemptAnswer[] = await times(100, () => attempts.reserve('k'));
      assert.equal(countOf(answers, 'reserved'), 4);
      assert.equal(countOf(answers, 'busy'), 96);
      const reserved = answers.filter((answer) => answer.kind === 'reserved');
      const outcomes = await Promise.all(reserved.map(({ reservation }) => attempts.fail(reservation)));
      assert.deepEqual(outcomes.map((outcome) => outcome.failures).sort(), [2, 3, 4, 5]);
      assert.equal(countOf(await times(100, () => attempts.reserve('k')), 'locked'), 100);
    });

    test('a release gives the place back and counts nothing', async () => {
      const { attempts, reserve, failNow } = setUp(1);
      const held = await reserve();
      assert.deepEqual(await attempts.reserve('k'), { kind: 'busy' });
      await attempts.release(held);
      await attempts.release({ key: 'never seen', window: START });
      assert.deepEqual(await failNow(), { failures: 1, lockedUntil: START + minutes(5) });
    });

    test('after ten seconds a window drains, after twenty it is stale', async () => {
      const { clock, attempts, reserve } = setUp(5);
      const leaked = await reserve();
      clock.advance(seconds(10));
      const second = await reserve();
      assert.equal(second.window, leaked.window);
      clock.advance(1);
      assert.deepEqual(await attempts.reserve('k'), { kind: 'busy' });
      clock.advance(seconds(10) - 2);
      assert.deepEqual(await attempts.reserve('k'), { kind: 'busy' });
      clock.advance(1);
      const renewed = await reserve();
      assert.equal(renewed.window, clock.now());
    });

    test('a drained window is followed by one of another name, even within one millisecond', async () => {
      const { attempts, reserve } = setUp(5);
      const first = await reserve();
      await attempts.release(first);
      const second = await reserve();
      assert.ok(second.window > first.window);
    });

    test('an attempt of an older window counts as a failure and settles nothing of the new one', async () => {
      const { clock, attempts, reserve } = setUp(2);
      const old = await reserve();
      clock.advance(seconds(20));
      const current = await reserve();
      await attempts.release(old);
      assert.equal((await attempts.fail(old)).failures, 1);
      assert.deepEqual(await attempts.reserve('k'), { kind: 'busy' }, 'one failed, one pending');
      assert.deepEqual(await attempts.fail(current), { failures: 2, lockedUntil: clock.now() + minutes(5) });
    });
  });
}
