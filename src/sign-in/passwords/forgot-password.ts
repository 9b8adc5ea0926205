import type { ActionToken } from '../../accounts/action-tokens/action-token.ts';
import { rawToken } from '../../accounts/action-tokens/issue-action-token.ts';
import { findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { RateLimit } from '../../platform/counters/sliding-window.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { withMinimumDuration } from '../../platform/kernel/minimum-duration.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { sendResetLink } from './send-reset-link.ts';

export interface ForgotPasswordDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'recordOrSum'> {
  /** Mails per hour to one address, and caused by one client address. */
  readonly mailsPerAddress: RateLimit;
  readonly mailsPerClient: RateLimit;
}

/** Milliseconds; much longer than either path takes, so that both answer after the same time. */
const ANSWER_FLOOR = 100;

/**
 * Mails a reset link to an active user; for anybody else it only writes an audit record. Both take the same time and
 * answer. @returns the raw token for the few callers who may see it, else nothing
 */
export function forgotPassword(
  deps: ForgotPasswordDeps,
  call: AuditedCall,
  limitKey: string,
  email: string,
): Promise<string | undefined> {
  return withMinimumDuration(ANSWER_FLOOR, async () => {
    const canonical = canonicalEmail(email);
    const hmac = deps.keys
      .hmac('unknown address', canonical ?? email.trim().toLowerCase())
      .toString('base64url')
      .slice(0, 22);
    const account = canonical === undefined ? undefined : await findAccountByEmail(deps.database.read, canonical);
    const allowed = await mayMail(deps, hmac, limitKey);
    const token = allowed && account?.status === 'active' ? await issue(deps, call, account) : undefined;
    if (token === undefined) await recordMiss(deps, call, limitKey, { account: allowed ? account : 'limited', hmac });
    return token && rawToken(deps.keys, token);
  });
}

/** Counts unknown addresses too: a limit must not reveal who has an account. */
async function mayMail(
  { mailsPerAddress, mailsPerClient }: ForgotPasswordDeps,
  hmac: string,
  limitKey: string,
): Promise<boolean> {
  const [address, client] = [await mailsPerAddress.take(hmac), await mailsPerClient.take(limitKey)];
  return address.allowed && client.allowed;
}

function issue(
  { database, clock, keys }: ForgotPasswordDeps,
  call: AuditedCall,
  account: Account,
): Promise<ActionToken | undefined> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const token = await sendResetLink(tx, keys, { userId: account.id, now, createdBy: null, ip: call.context.ip });
    if (token === undefined) return undefined;
    const about = { about: account, meta: { token_id: token.id } };
    await recordAudit(tx, call, { action: 'password.forgot.issue', ...about });
    return token;
  });
}

async function recordMiss(
  { database, recordOrSum }: ForgotPasswordDeps,
  call: AuditedCall,
  limitKey: string,
  { account, hmac }: { account: Account | 'limited' | undefined; hmac: string },
): Promise<void> {
  const reason = account === 'limited' ? 'limit' : account === undefined ? 'unknown' : account.status;
  const about = typeof account === 'object' ? { about: account } : {};
  const entry = {
    action: 'password.forgot.miss',
    ...about,
    meta: { reason, address_hmac: hmac },
  } as const;
  const namesNobody = typeof account !== 'object';
  await database.transaction((tx) =>
    namesNobody ? recordOrSum(tx, call, limitKey, entry) : recordAudit(tx, call, entry),
  );
}
