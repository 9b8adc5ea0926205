import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  SlidingWindow,
  WindowAnswer,
  WindowReservation,
  WindowRule,
} from '../../src/platform/counters/sliding-window.ts';
import type { Clock } from '../../src/platform/kernel/clock.ts';
import { hours, type Milliseconds, minutes, seconds } from '../../src/platform/kernel/durations.ts';
import { manualClock } from './manual-clock.ts';

const START = Date.parse('2026-03-01T08:00:00.000Z');

/** A counter backend. Each call creates one with keys of its own. */
export interface CounterStore {
  readonly name: string;
  window(rule: WindowRule, clock: Clock): SlidingWindow;
}

export function reservationOf<Reservation>(answer: { kind: string; reservation?: Reservation }): Reservation {
  assert.equal(answer.kind, 'reserved');
  return answer.reservation as Reservation;
}

const times = <Value>(count: number, work: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, work));

const countOf = (answers: readonly { kind: string }[], kind: string): number =>
  answers.filter((answer) => answer.kind === kind).length;

/** The contract of a sliding window on any backend. */
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
      assert.deepEqual(await window.take('k'), { allowed: false, until: START + seconds(3) });
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
      clock.advance(seconds(3) - 1);
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

    test('who renews keeps the place, and finds it again after it lapsed', async () => {
      const { clock, window, reserve } = setUp(2);
      const [slow, lost] = [await reserve(), await reserve()];
      for (let turn = 0; turn < 3; turn++) {
        clock.advance(seconds(2));
        await window.renew(slow);
      }
      const second = await reserve();
      assert.deepEqual(await window.reserve('k'), { kind: 'busy' }, 'the lost one alone has lapsed');
      await window.release(second);
      await window.renew(lost);
      assert.deepEqual(await window.reserve('k'), { kind: 'busy' });
      await window.release(slow);
      await window.renew(slow);
      await reserve();
    });

    test('a success forgets what was counted and leaves other reservations', async () => {
      const { window, reserve, countNow } = setUp(3);
      await countNow();
      const [good, other] = [await reserve(), await reserve()];
      assert.equal(await window.clear(good), true);
      await countNow();
      assert.equal(await window.clear(good), false);
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
