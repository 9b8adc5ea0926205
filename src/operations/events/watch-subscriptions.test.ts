// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countingReads } from '../../../test/support/counting-reads.ts';
import { openEventFixture, SUBSCRIPTIONS } from '../../../test/support/event-fixture.ts';
import { auditSealer } from '../../platform/audit/seal-audit.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { subscriptionWatch } from './watch-subscriptions.ts';

test('where nobody subscribes, the store is asked once; another process learns of a subscription as it seals its record', async (t) => {
  const fixture = await openEventFixture(t);
  const { service } = fixture;
  const { read, asked } = countingReads(service.database.read);
  const watch = subscriptionWatch(read);
  const seal = auditSealer({ ...service, observer: watch });
  const looks = async (times: number) => {
    let isWanted = false;
    for (let time = 0; time < times; time++) isWanted = await watch.check();
    return isWanted;
  };
  assert.deepEqual([await looks(100), asked()], [false, 1]);
  await seal();
  assert.deepEqual([await looks(100), asked()], [false, 2], 'once more as it begins to seal');
  await service.addPerson({ email: 'iva@example.hr' });
  await service.call('POST /api/auth/login', { body: { email: 'iva@example.hr', password: 'kriva' } });
  await seal();
  assert.deepEqual([await looks(100), asked()], [false, 2], 'other records wake nobody');

  const { id } = await fixture.subscribe(); // answered by the process of `service`, which tells this one nothing
  assert.deepEqual([await looks(100), asked()], [false, 2]);
  await seal();
  assert.deepEqual([await looks(100), asked()], [true, 3]);

  assert.equal((await service.call(`POST ${SUBSCRIPTIONS}/${id}/pause`, { token: fixture.boss })).status, 200);
  await seal();
  assert.deepEqual([await looks(100), asked()], [false, 4]);
  assert.equal((await service.call(`POST ${SUBSCRIPTIONS}/${id}/resume`, { token: fixture.boss })).status, 200);
  await seal();
  assert.deepEqual([await looks(100), asked()], [true, 5]);
});

test('whoever takes over from a process that sealed asks once: that one may have died with what it knew', async (t) => {
  const fixture = await openEventFixture(t);
  const { service } = fixture;
  const watch = subscriptionWatch(service.database.read);
  assert.equal(await watch.check(), false);
  await fixture.subscribe();
  await fixture.seal(); // by a process that is gone afterwards
  assert.equal(await watch.check(), false);
  service.clock.advance(minutes(2));
  await auditSealer({ ...service, observer: watch })();
  assert.equal(await watch.check(), true);
});
