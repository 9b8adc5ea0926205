import { isFactorDue } from '../../accounts/permissions/must-enrol.ts';
import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { noteActing } from '../../accounts/users/changed-users-store.ts';
import { findMembershipToActIn } from '../../accounts/users/memberships-store.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { type AuditEntry, auditRowOf, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import type { SessionId, TenantId } from '../../platform/kernel/entity-id.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import {
  isLive,
  type RefreshOutcome,
  refreshSession,
  type SessionRow,
  type Succeeded,
  switchSession,
} from '../sessions/refresh-session.ts';
import { splitMethods } from '../sessions/session.ts';
import type { VerifiedToken } from '../sessions/session-token.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import type { RefreshBody } from './sign-in-wire.ts';

/**
 * Exchanges a refresh token for the next pair. Sent again within the grace period it gets the same pair; later, or once
 * that pair was used, the whole sign-in ends.
 * With a tenant, the next pair acts in the membership there.
 * @throws AppError `refresh.invalid` or `refresh.reused` (401); 409 `session.renewed`; as `switchMembership`
 */
export async function refreshSignIn(
  deps: SignInDeps,
  call: AuditedCall,
  { refresh_token: refreshToken, tenant_id: tenantId }: RefreshBody,
) {
  const { jti, kid } = await verified(deps, refreshToken);
  const now = deps.clock.now();
  const at = instantAt(now);
  const switched = tenantId === undefined ? undefined : await switchedTo(deps, call, { jti, kid, tenantId, at });
  if (switched !== undefined) return pairOf(deps, switched);
  const { refreshGraceSeconds: graceSeconds } = deps.settings.sessions;
  const outcome = await refreshSession(
    {
      database: deps.database,
      readSession: deps.readSession,
      pairs: deps.pairs,
      auditOf: (succeeded) => auditRowOf(call, refreshEntry(succeeded)),
      record: (tx, late) => recordOutcome(tx, call, late, at),
    },
    { jti, kid, now, at, graceSeconds },
  );
  if (outcome.kind === 'reused') throw new AppError('refresh.reused');
  if (outcome.kind === 'refused') throw new AppError('refresh.invalid');
  // Another tab renewed the sign-in at the same moment, and did not switch.
  if (tenantId !== undefined && outcome.account.tenant_id !== tenantId) throw new AppError('session.renewed');
  return pairOf(deps, outcome);
}

async function pairOf(deps: SignInDeps, { record, account }: Pick<Succeeded, 'record' | 'account'>) {
  await deps.keys.resolveSigning(record.kid); // a repeated pair may need a key that so far only another node has loaded
  return { ...deps.pairs.sign(record, account), user: await deps.showOwnUser(account) };
}

/** `undefined` where there is nothing to switch: the sign-in acts there already, or its token is spent or dead. */
async function switchedTo(
  deps: SignInDeps,
  call: AuditedCall,
  { jti, kid, tenantId, at }: { jti: SessionId; kid: string; tenantId: TenantId; at: Instant },
) {
  const account = await deps.readSession(jti);
  if (account === undefined || account.kid !== kid || account.spent_at !== null || !isLive(account, at))
    return undefined;
  return account.tenant_id === tenantId ? undefined : switchMembership(deps, call, { account, tenantId, at });
}

async function verified({ verifyToken }: SignInDeps, refreshToken: string): Promise<VerifiedToken> {
  try {
    return await verifyToken(refreshToken, 'refresh');
  } catch (cause) {
    const refused = cause instanceof AppError && cause.status === 401;
    throw refused ? new AppError('refresh.invalid', { cause }) : cause;
  }
}

async function recordOutcome(tx: Tx, call: AuditedCall, outcome: RefreshOutcome, at: Instant): Promise<void> {
  if (outcome.kind === 'refused' || (outcome.kind === 'reused' && !outcome.first)) return;
  const { sid } = outcome.account;
  if (outcome.kind === 'reused') {
    await recordAudit(tx, call, { action: 'auth.refresh.reuse', about: outcome.account, meta: { sid } });
    const params = { at, device: call.context.userAgent ?? '', ip: call.context.ip ?? '' };
    await enqueueMail(tx, { kind: 'sign-in-ended-by-reuse', to: outcome.account, params, at });
    return;
  }
  await recordAudit(tx, call, refreshEntry(outcome));
}

function refreshEntry({ account, record, repeated }: Succeeded): AuditEntry {
  const { id, email, tenant_id: tenantId, sid } = account;
  const meta = { sid, jti: record.jti, repeated };
  return { action: 'auth.refresh', about: 'actor', actor: { id, email, tenantId }, meta };
}

/**
 * Lets a live sign-in act in another membership of its person. What the rule of the role there demands, the sign-in must have
 * shown: whoever came in with a password alone does not become an administrator who needs a second factor.
 * `undefined`: the token was spent at the same moment, and the caller asks what became of it.
 * @throws AppError 403 `memberships.none`, `session.factor_required`
 */
function switchMembership(
  deps: SignInDeps,
  call: AuditedCall,
  { account, tenantId, at }: { readonly account: SessionRow; readonly tenantId: TenantId; readonly at: Instant },
) {
  return deps.database.transaction(async (tx) => {
    await holdUserRow(tx, account.id); // whoever ends a membership has it too
    const membershipId = await membershipIn(tx, deps, { account, tenantId, at });
    const switched = await switchSession(tx, deps.pairs, { account, membershipId, at });
    if (switched === undefined) return undefined;
    await noteActing(tx, account.id, membershipId);
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
