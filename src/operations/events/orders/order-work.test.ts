// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countingReads } from '../../../../test/support/counting-reads.ts';
import { startTestService } from '../../../../test/support/test-service.ts';
import { auditSealer } from '../../../platform/audit/seal-audit.ts';
import { recipientWatch } from './order-work.ts';

test('where nobody may be given data of people, the store is asked once; whoever seals that somebody may be asks again', async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  const { read, asked } = countingReads(service.database.read);
  const watch = recipientWatch(read);
  const seal = auditSealer({ ...service, observer: watch });
  const looks = async () => {
    let isThere = false;
    for (let time = 0; time < 100; time++) isThere = await watch.check();
    return isThere;
  };
  assert.deepEqual([await looks(), asked()], [false, 2], 'applications and recipients');
  await seal();
  assert.deepEqual([await looks(), asked()], [false, 4], 'once more as it begins to seal');
  const token = await service.tokenOf('gazda@example.hr');
  await seal();
  assert.deepEqual([await looks(), asked()], [false, 4], 'other records wake nobody');
  const body = { name: 'Savez', tenant_id: 1 };
  const made = await service.call('POST /api/admin/recipients', { token, body });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([await looks(), asked()], [false, 4]);
  await seal();
  assert.deepEqual([await looks(), asked()], [true, 6]);
  assert.deepEqual([await looks(), asked()], [true, 6], 'and never again');
});
