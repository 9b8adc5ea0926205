import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { AppError } from '../kernel/app-error.ts';
import type { ActDeps } from '../policy/act-on-user.ts';
import { userErrors } from '../users/users-errors.ts';

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
