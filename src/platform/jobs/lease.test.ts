// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { instantAt } from '../kernel/clock.ts';
import { days, type Milliseconds, seconds } from '../kernel/durations.ts';
import { withLease } from './leased-worker.ts';

const LENGTH = seconds(60);

test('a dead process holds its lease for its length, and no longer although its clock was ahead', async (t) => {
  const { database, clock } = await startTestService(t);
  const leaveOneUntil = (name: string, until: Milliseconds) =>
    database.transaction((tx) =>
      tx
        .insertInto('leases')
        .values({ name, holder: 'dead', until: instantAt(until) })
        .execute(),
    );
  const take = (name: string) => withLease(database, clock, { name, length: LENGTH }, async () => 'taken');
  await leaveOneUntil('held', clock.now() + LENGTH);
  await leaveOneUntil('of a node a second ahead', clock.now() + LENGTH + seconds(1));
  await leaveOneUntil('of a clock a year ahead', clock.now() + days(365));
  assert.equal(await take('held'), undefined);
  assert.equal(await take('of a node a second ahead'), undefined);
  assert.equal(await take('of a clock a year ahead'), 'taken');
  clock.advance(LENGTH);
  assert.equal(await take('held'), 'taken');
});
