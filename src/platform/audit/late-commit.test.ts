// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import type { Tx } from '../database/database.ts';
import { nowOf } from '../kernel/clock.ts';
import { seconds } from '../kernel/durations.ts';
import { LATEST_ARRIVAL } from './audit-chain.ts';
import { byOperator } from './audit-context.ts';
import { headFile } from './audit-head-file.ts';
import { eraseAuditOf } from './person-records-store.ts';
import { recordAudit, recordAudits } from './record-audit.ts';
import { auditSealer } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

const COMMITTED_LATE = 3;

test('a record committed after later ones were sealed is sealed in the next run', async (t) => {
  const { database, keys, clock, dataDir } = await startTestService(t);
  const parts = { database, keys, clock, heads: headFile(dataDir) };
  const seal = auditSealer(parts);
  const record = (tx: Tx, count: number) => {
    const at = nowOf(clock);
    const entries = Array.from(
      { length: count },
      () => ({ action: 'export.self', about: { id: 1, tenant_id: 1 } }) as const,
    );
    return recordAudits(tx, byOperator(['export.self'], at), entries);
  };
  await seal();
  const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = database.transaction(async (tx) => {
    await record(tx, COMMITTED_LATE);
    written.resolve();
    await mayCommit.promise;
  });
  await written.promise;
  for (const count of [1, 20, 5]) {
    await database.transaction((tx) => record(tx, count));
    clock.advance(seconds(10));
    assert.deepEqual(await seal(), { sealed: count });
  }
  mayCommit.resolve();
  await late;
  assert.deepEqual(await seal(), { sealed: COMMITTED_LATE });
  await database.transaction((tx) => record(tx, 2));
  assert.deepEqual(await seal(), { sealed: 2 });
  const { problems, unsealed } = await verifyAudit(parts);
  assert.deepEqual([problems, unsealed], [[], 0]);
});

test('records that an erasure holds are sealed once it has ended, and nobody waits for it', async (t) => {
  const [blanked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  t.after(() => mayCommit.resolve()); // before the service closes, which waits for open transactions
  const service = await startTestService(t);
  const { database, keys, clock, dataDir } = service;
  const parts = { database, keys, clock, heads: headFile(dataDir) };
  const seal = auditSealer(parts);
  const [erased, other] = [await service.addPerson(), await service.addPerson()];
  await seal();
  for (const { email } of [erased, other, erased, other]) await service.signIn(email);
  clock.advance(LATEST_ARRIVAL + seconds(1)); // no record counts as written later than it claims
  const erasing = database.transaction(async (tx) => {
    await eraseAuditOf(tx, erased.id);
    const entry = { action: 'erasure.erase', about: erased, meta: { request_id: 1, blanked: [] } } as const;
    await recordAudit(tx, byOperator(['erasure.erase'], nowOf(clock)), entry);
    blanked.resolve();
    await mayCommit.promise;
  });
  await blanked.promise;
  assert.deepEqual(await seal(), { sealed: 2 }, 'the other person’s');
  mayCommit.resolve();
  await erasing;
  assert.deepEqual(await seal(), { sealed: 3 });
  const { problems, unsealed } = await verifyAudit(parts);
  assert.deepEqual([problems, unsealed], [[], 0]);
});
