import type { AuditedCall } from '../audit/audit-context.ts';
import type { AuditAction } from '../audit/catalogue.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import type { AttemptOutcome } from './lockout-rule.ts';

/** Puts a wrong guess at the caller's own account on record, and the lock where it was the last one allowed. */
export async function recordWrongGuess(
  tx: Tx,
  call: AuditedCall,
  action: AuditAction,
  { failures, lockedUntil }: AttemptOutcome,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const meta = { ...more, fail_count: failures, locked: lockedUntil !== null };
  await recordAudit(tx, call, { action, about: 'actor', meta });
  if (lockedUntil !== null) await recordAudit(tx, call, { action: 'login.locked', about: 'actor', meta });
}
