import type { ActDeps } from '../../accounts/policy/act-on-user.ts';
import { userErrors } from '../../accounts/users/users-errors.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';

/**
 * Runs an act that may fail on a taken address, which the administrator then learns. This is audited in a separate
 * transaction, since the act itself is rolled back.
 */
export async function recordTakenAddress<Result>(
  { database }: Pick<ActDeps, 'database'>,
  call: AuditedCall,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof AppError && error.definition === userErrors['users.email_taken'])
      await database.transaction((tx) => recordAudit(tx, call, { action: 'user.address.taken' }));
    throw error;
  }
}
