// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';
import { clearFailures, countFailure, freeSlot, leaveSlot, renewSlot, takeSlot } from './lockouts-store.ts';
import type { Slot } from './slot-lease-store.ts';

const KEY = 'adresa';
const THRESHOLD = 3;

/** A process that was frozen for longer than its leases comes back while others evaluate as many guesses as there may be. */
test('a slot that lapsed renews, counts, clears and leaves nothing unless one is free', async (t) => {
  const { database, clock } = await startTestService(t);
  const rule = { threshold: THRESHOLD, lockFor: minutes(15) };
  const ruleNow = () => ({ rule, now: clock.now() });
  const take = () => database.transaction((tx) => takeSlot(tx, KEY, ruleNow()));
  const takeAll = async (): Promise<Slot[]> => {
    const taken: Slot[] = [];
    for (let place = 0; place < THRESHOLD; place++) {
      const slot = await take();
      assert.ok(slot);
      taken.push(slot);
    }
    assert.equal(await take(), undefined);
    return taken;
  };
  const [lapsed] = await takeAll();
  assert.ok(lapsed);
  clock.advance(seconds(10));
  const [held] = await takeAll();
  assert.ok(held);
  const tried = await database.transaction(async (tx) => [
    await renewSlot(tx, lapsed, ruleNow()),
    await countFailure(tx, lapsed, 'password', ruleNow()),
    await clearFailures(tx, lapsed, ruleNow()),
    await leaveSlot(tx, lapsed, ruleNow()),
  ]);
  assert.deepEqual(tried, [undefined, undefined, false, undefined]);
  assert.equal(await take(), undefined, 'none was freed either');

  await database.transaction((tx) => freeSlot(tx, held, clock.now()));
  const renewed = await database.transaction((tx) => renewSlot(tx, lapsed, ruleNow()));
  assert.equal(renewed, held.lease);
  assert.equal(await take(), undefined, 'it took the one that was free');
});
