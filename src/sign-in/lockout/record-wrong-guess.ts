import type { AuditAction, AuditMetas } from '../../platform/audit/audit-actions.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { type AuditEntry, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type AttemptOutcome, type LockoutRule, minutesOf } from './lockout-rule.ts';

/** The `meta` of every audit record of a wrong guess. */
export interface WrongGuessMeta {
  readonly fail_count: number;
  readonly locked: boolean;
}

const wrongGuessMeta = ({ failures, lockedUntil }: AttemptOutcome): WrongGuessMeta => ({
  fail_count: failures,
  locked: lockedUntil !== null,
});

/** Every action with this `meta`. */
type WrongGuess = {
  [Action in AuditAction]: AuditMetas[Action] extends WrongGuessMeta ? Action : never;
}[AuditAction];

/** Writes the audit record of a wrong guess at the caller's own account, and of the lock if it caused one. */
export async function recordWrongGuess(
  tx: Tx,
  call: AuditedCall,
  { outcome, rule }: { readonly outcome: AttemptOutcome; readonly rule: LockoutRule },
  failure: (meta: WrongGuessMeta) => AuditEntry<WrongGuess>,
): Promise<void> {
  const entry = failure(wrongGuessMeta(outcome));
  await recordAudit(tx, call, { ...entry, about: 'actor' });
  if (outcome.lockedUntil !== null)
    await recordAudit(tx, call, {
      action: 'login.locked',
      about: 'actor',
      meta: { ...entry.meta, lock_minutes: minutesOf(rule) },
    });
}
