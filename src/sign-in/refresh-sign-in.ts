import type { Circumstances } from '../audit/circumstances.ts';
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
export async function refreshSignIn(deps: SignInDeps, circumstances: Circumstances, refreshToken: string) {
  const { jti, kid } = await deps.verifyToken(refreshToken, 'refresh').catch((cause: unknown) => {
    const refused = cause instanceof AppError && cause.definition.status === 401;
    throw refused ? new AppError(signInErrors['refresh.invalid'], { cause }) : cause;
  });
  const now = deps.clock.now();
  const at = instantAt(now);
  const { refreshGraceSeconds: graceSeconds } = deps.settings.sessions;
  const outcome = await deps.database.transaction(async (tx) => {
    const result = await refreshSession(tx, deps.pairs, { jti, kid, now, at, graceSeconds });
    await recordOutcome(tx, circumstances, result, at);
    return result;
  });
  if (outcome.kind === 'reused') throw new AppError(signInErrors['refresh.reused']);
  if (outcome.kind === 'refused') throw new AppError(signInErrors['refresh.invalid']);
  await deps.keys.resolveSigning(outcome.record.kid); // a repeated pair may be of a key that only another node knows yet
  return { ...deps.pairs.sign(outcome.record, outcome.account), user: deps.showUser(outcome.account) };
}

async function recordOutcome(tx: Tx, circumstances: Circumstances, outcome: RefreshOutcome, at: string): Promise<void> {
  if (outcome.kind === 'refused' || (outcome.kind === 'reused' && !outcome.first)) return;
  const { id, email, tenant_id: tenantId, sid } = outcome.account;
  const common = { at, userId: id, tenantId };
  if (outcome.kind === 'reused') {
    await recordAudit(tx, circumstances, { ...common, action: 'auth.refresh.reuse', meta: { sid } });
    const params = { at, device: circumstances.userAgent ?? '', ip: circumstances.ip ?? '' };
    await enqueueMail(tx, { kind: 'sign-in-ended-by-reuse', to: outcome.account, params, at });
    return;
  }
  const meta = { sid, jti: outcome.record.jti, repeated: outcome.repeated };
  await recordAudit(tx, circumstances, { ...common, action: 'auth.refresh', actor: { id, email, tenantId }, meta });
}
