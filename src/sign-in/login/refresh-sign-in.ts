import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { type AuditEntry, auditRowOf, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import type { SessionId, TenantId } from '../../platform/kernel/entity-id.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { isLive, type RefreshOutcome, refreshSession, type Succeeded } from '../sessions/refresh-session.ts';
import type { VerifiedToken } from '../sessions/session-token.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import type { RefreshBody } from './sign-in-wire.ts';
import { switchMembership } from './switch-membership.ts';

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
