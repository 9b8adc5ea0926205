import { isFactorDue } from '../../accounts/permissions/must-enrol.ts';
import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { recordActing } from '../../accounts/users/changed-users-store.ts';
import { findMembershipToActIn } from '../../accounts/users/memberships-store.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { splitMethods } from '../sessions/session.ts';
import type { SessionRow } from '../sessions/switch-session.ts';
import { switchSession } from '../sessions/switch-session.ts';
import type { SignInDeps } from './sign-in-deps.ts';

/**
 * Lets a live sign-in act in another membership of its person. What the rule of the role there demands, the sign-in must have
 * shown: whoever came in with a password alone does not become an administrator who needs a second factor.
 * `undefined`: the token was spent at the same moment, and the caller asks what became of it.
 * @throws AppError 403 `memberships.none`, `session.factor_required`
 */
export function switchMembership(
  deps: SignInDeps,
  call: AuditedCall,
  { account, tenantId, at }: { readonly account: SessionRow; readonly tenantId: TenantId; readonly at: Instant },
) {
  return deps.database.transaction(async (tx) => {
    await holdUserRow(tx, account.id); // whoever ends a membership has it too
    const membershipId = await membershipIn(tx, deps, { account, tenantId, at });
    const switched = await switchSession(tx, deps.pairs, { account, membershipId, at });
    if (switched === undefined) return undefined;
    await recordActing(tx, account.id, membershipId);
    const { id, email, sid } = account;
    // It is the other tenant's record, which does not learn where the person came from.
    const actor = { id, email, tenantId };
    const meta = { sid, jti: switched.record.jti };
    await recordAudit(tx, call, { action: 'session.switch', about: 'actor', actor, meta });
    return switched;
  });
}

async function membershipIn(
  tx: Tx,
  { factors }: SignInDeps,
  { account, tenantId, at }: { readonly account: SessionRow; readonly tenantId: TenantId; readonly at: Instant },
) {
  const found = await findMembershipToActIn(tx, account.id, tenantId);
  if (found === undefined) throw new AppError('memberships.none');
  const isDue = isFactorDue({ ...found, created_at: account.created_at }, factors.enrolTier, at);
  const hasShown = factors.has(account) && splitMethods(account.methods).includes('mfa');
  if (isDue && !hasShown) throw new AppError('session.factor_required');
  return found.id;
}
