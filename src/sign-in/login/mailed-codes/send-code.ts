import { randomBytes } from 'node:crypto';
import { holdUserRow } from '../../../accounts/users/accounts-store.ts';
import type { Account, User } from '../../../accounts/users/user.ts';
import type { AuditedCall } from '../../../platform/audit/audit-context.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import type { RateLimit } from '../../../platform/counters/sliding-window.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { BrowserCookie } from '../../../platform/http/browser-cookie.ts';
import { Accepted } from '../../../platform/http/define-route.ts';
import { type Instant, instantAt } from '../../../platform/kernel/clock.ts';
import { opaqueId } from '../../../platform/kernel/ids.ts';
import { withMinimumDuration } from '../../../platform/kernel/minimum-duration.ts';
import { deriveCode } from '../../../platform/keys/derived-secret.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { addressBlocked } from '../../lockout/lockout-errors.ts';
import type { MissReason } from '../login-actions.ts';
import { findGuessed } from '../refuse-sign-in.ts';
import type { SignInDeps } from '../sign-in-deps.ts';
import type { LoginCall } from '../ways-in.ts';
import { browserDigest, CODE_LIVES, codeHmac, mayUseCodes } from './mailed-code.ts';
import { hasOpenCode, putCode } from './mailed-codes-store.ts';

/** What this way to sign in needs besides `SignInDeps`. */
export interface CodeDeps {
  /** Tells the browser that asked for a code. */
  readonly cookies: BrowserCookie;
  readonly mailsPerAddress: RateLimit;
  readonly mailsPerClient: RateLimit;
  /** Asking for codes, from one client address. */
  readonly asking: RateLimit;
}

/** Milliseconds; much longer than either path takes, so that both answer after the same time. */
export const ANSWER_FLOOR = 100;

const DETAIL = 'Ako se s tom adresom može prijaviti kodom, poslali smo ga. Vrijedi deset minuta.';

/**
 * Mails a code to an active user who may sign in by one; for anybody else it only writes an audit record. Both take the same time
 * and have the same answer and cookie.
 * @throws AppError 429
 */
export function sendCode(
  deps: SignInDeps & CodeDeps,
  { body, call, limitKey, reply }: LoginCall<{ email: string }>,
): Promise<Accepted> {
  return withMinimumDuration(ANSWER_FLOOR, async () => {
    const asked = await deps.asking.take(limitKey);
    if (!asked.allowed) throw addressBlocked(asked.until, deps.clock.now());
    const browser = browserDigest(deps.keys, deps.cookies.give(reply, deps.cookies.sentBy(reply)));
    const { account, addressHmac = '' } = await findGuessed(deps, body.email);
    const reason = (await mayMail(deps, addressHmac, limitKey)) ? obstacleOf(account) : 'limit';
    if (account === undefined || reason !== undefined)
      await recordMiss(deps, call, limitKey, { account, addressHmac, reason: reason ?? 'unknown' });
    else await issue(deps, call, account, browser);
    return new Accepted({ detail: DETAIL });
  });
}

/** Counted for unknown addresses too: a limit must not reveal who has an account. */
async function mayMail({ mailsPerAddress, mailsPerClient }: CodeDeps, hmac: string, limitKey: string) {
  const [address, client] = [await mailsPerAddress.take(`code:${hmac}`), await mailsPerClient.take(limitKey)];
  return address.allowed && client.allowed;
}

function obstacleOf(account: User | undefined): MissReason | undefined {
  if (account === undefined) return 'unknown';
  if (account.status !== 'active') return account.status;
  return mayUseCodes(account) ? undefined : 'not_allowed';
}

async function issue(
  { database, keys, clock }: SignInDeps,
  call: AuditedCall,
  account: Account,
  browser: string,
): Promise<void> {
  const seed = randomBytes(32).toString('base64url');
  const code = deriveCode(keys, seed, 6);
  const now = clock.now();
  const [at, expires_at] = [instantAt(now), instantAt(now + CODE_LIVES)];
  await database.transaction(async (tx) => {
    const user = await holdUserRow(tx, account.id);
    if (user === undefined || obstacleOf(user) !== undefined) return; // changed since it was read
    await putCode(tx, {
      id: opaqueId(),
      user_id: user.id,
      browser,
      seed,
      code_hmac: codeHmac(keys, { account: user, browser, code }),
      tries: 0,
      created_at: at,
      expires_at,
      used_at: null,
    });
    await recordAudit(tx, call, { action: 'login.code.issue', about: user });
    const secret = { kind: 'code', seed, digits: 6 } as const;
    await enqueueMail(tx, { kind: 'sign-in-code', to: user, params: { expires_at }, secret, at });
  });
}

interface Miss {
  readonly account: Account | undefined;
  readonly addressHmac: string;
  readonly reason: MissReason;
}

async function recordMiss(
  { database, recordOrSum }: SignInDeps,
  call: AuditedCall,
  limitKey: string,
  { account, addressHmac, reason }: Miss,
): Promise<void> {
  const meta = { reason, address_hmac: addressHmac };
  const isOfNobody = account === undefined || reason === 'limit';
  await database.transaction((tx) =>
    isOfNobody
      ? recordOrSum(tx, call, limitKey, { action: 'login.code.miss', meta })
      : recordAudit(tx, call, { action: 'login.code.miss', about: account, meta }),
  );
}

/** Whether the code in a mail about to be sent would still work. */
export const isOpenCode = (db: Db, seed: string, at: Instant): Promise<boolean> => hasOpenCode(db, seed, at);
