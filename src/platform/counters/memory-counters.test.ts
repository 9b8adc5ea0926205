// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testSlidingWindow } from '../../../test/support/counter-contract.ts';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { type Milliseconds, minutes } from '../kernel/durations.ts';
import { ExpiringMap } from './expiring-map.ts';
import { memorySlidingWindow } from './memory-sliding-window.ts';

const memory = { name: 'memory', window: memorySlidingWindow };

testSlidingWindow(memory);

test('what was counted while the clock was ahead blocks nobody once it is set back', async () => {
  const clock = manualClock();
  const window = memorySlidingWindow({ most: 2, within: minutes(5) }, clock);
  clock.advance(minutes(60));
  for (let count = 0; count < 2; count++) assert.equal((await window.take('k')).allowed, true);
  clock.advance(-1000); // no more than clocks are corrected by
  assert.equal((await window.take('k')).allowed, false);
  clock.advance(minutes(-60));
  for (const allowed of [true, true, false]) assert.equal((await window.take('k')).allowed, allowed);
});

test('the memory of a window is bounded: the key whose newest event is oldest goes first', async () => {
  const clock = manualClock();
  const window = memorySlidingWindow({ most: 2, within: minutes(5) }, clock, { mostKeys: 2 });
  for (const key of ['a', 'b', 'a', 'c']) {
    assert.equal((await window.take(key)).allowed, true);
    clock.advance(1);
  }
  assert.equal((await window.take('a')).allowed, false, 'kept');
  for (const _ of [1, 2]) assert.equal((await window.take('b')).allowed, true, 'forgotten');
});

test('an expiring map never holds more than it may and drops the expired first', () => {
  const clock = manualClock();
  const map = new ExpiringMap<number>(clock, 1_000, minutes(1));
  for (let turn = 0; turn < 10_000; turn += 1) map.put(`key ${turn}`, turn);
  assert.equal(map.size, 1_000);
  assert.equal(map.find('key 8999'), undefined);
  assert.equal(map.find('key 9000'), 9_000);
  clock.advance(minutes(1));
  assert.equal(map.find('key 9001'), undefined);
  map.put('fresh', 1);
  assert.equal(map.size, 1);
});

test('an expiring map behaves like a naive implementation', () => {
  const operation = fc.tuple(fc.constantFrom('put', 'put', 'delete', 'wait'), fc.constantFrom('a', 'b', 'c', 'd', 'e'));
  fc.assert(
    fc.property(fc.array(operation, { minLength: 20, maxLength: 60 }), (operations) => {
      const clock = manualClock();
      const map = new ExpiringMap<number>(clock, 3, 5);
      let naive: { key: string; value: number; goneAt: Milliseconds }[] = [];
      for (const [value, [kind, key]] of operations.entries()) {
        if (kind === 'wait') clock.advance(2);
        else naive = naive.filter((entry) => entry.key !== key);
        if (kind === 'delete') map.delete(key);
        if (kind === 'put') {
          map.put(key, value);
          naive.push({ key, value, goneAt: clock.now() + 5 });
        }
        naive = naive.filter((entry) => entry.goneAt > clock.now()).slice(-3);
        for (const probe of ['a', 'b', 'c', 'd', 'e']) {
          assert.equal(map.find(probe), naive.find((entry) => entry.key === probe)?.value);
        }
        assert.ok(map.size <= 3);
      }
    }),
  );
});
