import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Attempt } from '../lockout/hold-place.ts';
import type { Account } from '../users/user.ts';
import { failureMeta } from './refuse-sign-in.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInErrors } from './sign-in-errors.ts';

/** @throws AppError `account.suspended` or `account.invited` (403); the attempt does not count */
export async function requireActive(
  deps: SignInDeps,
  call: AuditedCall,
  account: Account,
  attempt: Attempt,
): Promise<void> {
  if (account.status === 'active') return;
  const reason = account.status === 'invited' ? 'invited' : 'suspended';
  await deps.lockout.pass(attempt, (tx, standing) =>
    recordAudit(tx, call, {
      action: 'login.fail',
      about: account,
      meta: failureMeta(deps.lockout.rule, standing, reason),
    }),
  );
  throw new AppError(signInErrors[`account.${reason}`]);
}
