// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { floodAudit } from '../../../test/support/audit-flood.ts';
import { keptPlan } from '../../../test/support/kept-plan.ts';
import { listenToStatements } from '../../../test/support/statements.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { nowOf } from '../kernel/clock.ts';
import { auditSealer } from './seal-audit.ts';

test('a portion of unsealed records is read from where the last one ended, however many wait or are sealed', async (t) => {
  const service = await startTestService(t);
  const seal = auditSealer(service);
  const record = { at: nowOf(service.clock), tenant_id: null, action: 'import.run', ip: null, meta: '{}' };
  await floodAudit(service.database, record, 1200);
  await seal();
  await sql`analyze`.execute(service.database.read);
  const statements = listenToStatements(t);
  await floodAudit(service.database, record, 1200);
  await seal();
  const read = statements.takenTexts().find((text) => /from "audit_records" where .*audit_seals/.test(text)) ?? '';
  const plan = await keptPlan(service.database, read, ['bigint', 'bigint']);
  assert.match(plan, /Index Scan using audit_records_pkey/);
  assert.match(plan, /Index (Only )?Scan using audit_seals_record_id_key/);
  assert.doesNotMatch(plan, /Seq Scan|Sort|Hash|Merge/);
});
