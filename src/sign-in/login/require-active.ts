import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Attempt } from '../lockout/reserve-slot.ts';
import { refuseProven } from './refuse-sign-in.ts';
import type { SignInDeps } from './sign-in-deps.ts';

/** @throws AppError `account.suspended` or `account.invited` (403); the attempt does not count */
export async function requireActive(
  deps: SignInDeps,
  call: AuditedCall,
  account: Account,
  attempt: Attempt,
): Promise<void> {
  if (account.status === 'active') return;
  const reason = account.status === 'invited' ? 'invited' : 'suspended';
  await refuseProven(deps, call, { account, attempt, code: `account.${reason}`, reason });
}
