import type { FastifyReply } from 'fastify';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { type AuditEntry, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Accepted } from '../../platform/http/define-route.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { instantAt, nowOf } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Attempt } from '../lockout/evaluation-slots.ts';
import { findSession } from '../sessions/find-session.ts';
import { openSession } from '../sessions/open-session.ts';
import { type AuthenticationMethod, joinMethods, type SessionRecord } from '../sessions/session.ts';
import { newSignInOrigins, type SignInOrigins } from '../sessions/sign-in-origins.ts';
import type { Alongside, SecondProof } from './second-factor.ts';
import type { SignInDeps } from './sign-in-deps.ts';

export interface OpenedSession {
  readonly userId: UserId;
  readonly record: SessionRecord;
}

export interface Completion<Obstacle extends string> {
  readonly attempt: Attempt;
  readonly account: Account;
  /** What the first factor proved. */
  readonly proved: readonly AuthenticationMethod[];
  /** The second factor to spend; `undefined` if none is needed. */
  readonly second: SecondProof | undefined;
  /** Further changes in the same transaction. Returns an obstacle, which rolls back everything, or how to record the sign-in. */
  readonly alongside: Alongside<Obstacle>;
}

class Undone extends Error {
  readonly obstacle: string;

  constructor(obstacle: string) {
    super(obstacle);
    this.obstacle = obstacle;
  }
}

/**
 * Makes all changes of a sign-in in one transaction, so that the code is spent only if the session is opened. On an obstacle
 * nothing changes and the caller must still end the attempt.
 */
export async function completeSignIn<Obstacle extends string>(
  deps: SignInDeps,
  call: AuditedCall,
  completion: Completion<Obstacle>,
): Promise<OpenedSession | Obstacle | '2fa'> {
  try {
    return await deps.lockout.succeed(completion.attempt, (tx) => openIn(tx, deps, call, completion));
  } catch (error) {
    if (error instanceof Undone) return error.obstacle as Obstacle | '2fa';
    throw error;
  }
}

async function openIn(
  tx: Tx,
  deps: SignInDeps,
  call: AuditedCall,
  { account, proved, second, alongside }: Completion<string>,
): Promise<OpenedSession> {
  const at = nowOf(deps.clock);
  const present = { ...call, at }; // time has passed in the hash queue
  const origins = newSignInOrigins();
  const entryWith = await alongside(tx, at, origins);
  if (typeof entryWith === 'string') throw new Undone(entryWith);
  if (second !== undefined && !(await second.redeem(tx, at, origins))) throw new Undone('2fa');
  const usesSecond = second !== undefined;
  const entryOf = (sid: SignInId) => entryWith({ sid, second_factor: usesSecond });
  const methods: readonly AuthenticationMethod[] = second === undefined ? proved : [...proved, ...second.proves, 'mfa'];
  return openSignIn(tx, deps, present, { account, entryOf, proved: methods, origins });
}

interface Entering {
  readonly account: Account;
  readonly entryOf: (sid: SignInId) => AuditEntry<'login.ok' | 'google.login' | 'identity.login'>;
  readonly proved: readonly AuthenticationMethod[];
  readonly origins?: SignInOrigins;
}

/** The last step of every way to sign in, in its transaction: the session, its audit record, and the browser's visit. */
export async function openSignIn(
  tx: Tx,
  { clock, pairs, settings, visit, device, endBefore }: SignInDeps,
  call: AuditedCall,
  { account, entryOf, proved, origins = newSignInOrigins() }: Entering,
): Promise<OpenedSession> {
  const { id: userId, email, tenant_id: tenantId, mid: membershipId } = account;
  const actor = { id: userId, email, tenantId };
  const now = clock.now();
  await endBefore?.(tx, call);
  const methods = joinMethods(proved);
  const record = await openSession(tx, call, pairs, {
    actor,
    membershipId,
    now,
    ...settings.sessions,
    methods,
    origins,
  });
  await recordAudit(tx, call, { ...entryOf(record.sid), about: 'actor', actor });
  await visit?.join(tx, call, actor, instantAt(now));
  await device?.note(tx, call, { account, actor, sid: record.sid });
  return { userId, record };
}

/** The response of every way to sign in: the token pair and the account. @throws AppError 401 `login.ended` */
export async function answerSignIn({ database, pairs, showOwnUser }: SignInDeps, { record }: OpenedSession) {
  const account = await findSession(database.read, record.jti);
  if (account === undefined) throw new AppError('login.ended');
  return { ...pairs.sign(record, account), user: await showOwnUser(account) };
}

/**
 * Signs in, ends what this browser was signed in to, attaches the guest's consents to the account and notes the browser; only
 * after success does the browser get a new visit and the cookie that identifies it.
 */
export async function signInWithVisit<Deps extends SignInDeps, Answer>(
  deps: Deps,
  reply: FastifyReply,
  signIn: (deps: Deps) => Promise<Answer>,
): Promise<Answer> {
  const visit = deps.visitOf(reply);
  const device = deps.deviceOf(reply);
  const answer = await signIn({ ...deps, visit, device, endBefore: deps.waysIn.endBefore(reply) });
  if (answer instanceof Accepted) return answer; // nobody is signed in yet
  visit.renew();
  device.give();
  return answer;
}
