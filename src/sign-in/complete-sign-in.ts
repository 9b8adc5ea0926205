import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { AppError } from '../kernel/app-error.ts';
import { type Instant, instantAt } from '../kernel/clock.ts';
import type { Attempt } from '../lockout/hold-place.ts';
import { openSession } from '../sessions/open-session.ts';
import type { SessionRecord } from '../sessions/session.ts';
import { redeemSecondFactor } from '../two-factor/redeem-second-factor.ts';
import { findAccount } from '../users/find-account.ts';
import type { Account } from '../users/user.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInErrors } from './sign-in-errors.ts';

export interface OpenedSession {
  readonly userId: number;
  readonly record: SessionRecord;
}

export interface Completion<Obstacle extends string> {
  readonly attempt: Attempt;
  readonly account: Account;
  readonly totp: string | undefined;
  readonly action: 'login.ok' | 'google.login';
  /** Further changes in the same transaction. An obstacle undoes all of it; anything else joins the audit record. */
  readonly alongside: (tx: Tx, at: Instant) => Promise<Obstacle | Readonly<Record<string, unknown>>>;
}

/** Rolls back what was done so far. */
class Undone extends Error {
  readonly obstacle: string;

  constructor(obstacle: string) {
    super(obstacle);
    this.obstacle = obstacle;
  }
}

/**
 * Everything that a sign-in changes, in one transaction: the code is spent only if the session is opened. With an obstacle
 * nothing is changed, and the attempt is still to be ended.
 */
export async function completeSignIn<Obstacle extends string>(
  deps: SignInDeps,
  call: AuditedCall,
  completion: Completion<Obstacle>,
): Promise<OpenedSession | Obstacle | '2fa'> {
  try {
    return await deps.attempts.succeed(completion.attempt, (tx) => openIn(tx, deps, call, completion));
  } catch (error) {
    if (error instanceof Undone) return error.obstacle as Obstacle | '2fa';
    await deps.attempts.release(completion.attempt).catch(() => {}); // the store is away: the reservation lapses by itself
    throw error;
  }
}

async function openIn(
  tx: Tx,
  { clock, keys, pairs, settings, visit }: SignInDeps,
  call: AuditedCall,
  { account, totp, action, alongside }: Completion<string>,
): Promise<OpenedSession> {
  const now = clock.now();
  const at = instantAt(now);
  const present = { ...call, at }; // whoever signs in has waited for a hash, and perhaps in the line before it
  const { id: userId, email, tenant_id: tenantId } = account;
  const usesCode = account.two_factor_enabled_at !== null;
  const more = await alongside(tx, at);
  if (typeof more === 'string') throw new Undone(more);
  if (usesCode && !(await redeemSecondFactor(tx, keys, userId, { code: totp ?? '', at }))) throw new Undone('2fa');
  const actor = { id: userId, email, tenantId };
  const record = await openSession(tx, present, pairs, { actor, now, ...settings.sessions });
  const meta = { sid: record.sid, second_factor: usesCode, ...more };
  await recordAudit(tx, present, { action, about: 'actor', actor, meta });
  await visit?.join(tx, present, actor, at);
  return { userId, record };
}

/** The answer of every way to sign in: the pair and the account as it now stands. */
export async function answerSignIn({ database, pairs, showUser }: SignInDeps, { userId, record }: OpenedSession) {
  const account = await findAccount(database.read, userId);
  if (account === undefined) throw new AppError(signInErrors['login.wrong']);
  return { ...pairs.sign(record, account), user: showUser(account) };
}
