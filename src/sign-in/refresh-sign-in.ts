import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { AppError } from '../kernel/app-error.ts';
import { instantAt } from '../kernel/clock.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { type RefreshOutcome, refreshSession } from '../sessions/refresh-session.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInErrors } from './sign-in-errors.ts';

/**
 * Exchanges a refresh token for the next pair. Sent again within the grace it gets the very same pair; later, or after
 * that pair was used, the whole sign-in ends.
 * @throws AppError `refresh.invalid` or `refresh.reused` (401)
 */
export async function refreshSignIn(deps: SignInDeps, call: AuditedCall, refreshToken: string) {
  const { jti, kid } = await deps.verifyToken(refreshToken, 'refresh').catch((cause: unknown) => {
    const refused = cause instanceof AppError && cause.definition.status === 401;
    throw refused ? new AppError(signInErrors['refresh.invalid'], { cause }) : cause;
  });
  const now = deps.clock.now();
  const at = instantAt(now);
  const { refreshGraceSeconds: graceSeconds } = deps.settings.sessions;
  const outcome = await deps.database.transaction(async (tx) => {
    const result = await refreshSession(tx, deps.pairs, { jti, kid, now, at, graceSeconds });
    await recordOutcome(tx, call, result, at);
    return result;
  });
  if (outcome.kind === 'reused') throw new AppError(signInErrors['refresh.reused']);
  if (outcome.kind === 'refused') throw new AppError(signInErrors['refresh.invalid']);
  await deps.keys.resolveSigning(outcome.record.kid); // a repeated pair may be of a key that only another node knows yet
  return { ...deps.pairs.sign(outcome.record, outcome.account), user: deps.showUser(outcome.account) };
}

async function recordOutcome(tx: Tx, call: AuditedCall, outcome: RefreshOutcome, at: string): Promise<void> {
  if (outcome.kind === 'refused' || (outcome.kind === 'reused' && !outcome.first)) return;
  const { id, email, tenant_id: tenantId, sid } = outcome.account;
  if (outcome.kind === 'reused') {
    await recordAudit(tx, call, { action: 'auth.refresh.reuse', about: outcome.account, meta: { sid } });
    const params = { at, device: call.context.userAgent ?? '', ip: call.context.ip ?? '' };
    await enqueueMail(tx, { kind: 'sign-in-ended-by-reuse', to: outcome.account, params, at });
    return;
  }
  const meta = { sid, jti: outcome.record.jti, repeated: outcome.repeated };
  await recordAudit(tx, call, { action: 'auth.refresh', about: 'actor', actor: { id, email, tenantId }, meta });
}
