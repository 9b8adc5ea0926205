import type { TProperties } from 'typebox';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { AuditEntry } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import type { AuthenticationMethod } from '../sessions/session.ts';
import type { SignInOrigins } from '../sessions/sign-in-origins.ts';

/** The audit record of a way in. */
export type SignInEntry = (meta: {
  sid: SignInId;
  second_factor: boolean;
}) => AuditEntry<'login.ok' | 'google.login' | 'identity.login'>;

/** What a way in changes in the transaction that opens the session: an obstacle, or how the sign-in is recorded. */
export type Alongside<Obstacle extends string> = (
  tx: Tx,
  at: Instant,
  origins: SignInOrigins,
) => Promise<Obstacle | SignInEntry>;

/** Spends a proof in the transaction of the sign-in. Resolves to whether it was right. */
export type Redeem = (tx: Tx, at: Instant, origins: SignInOrigins) => Promise<boolean>;

/** A second factor that was sent, and what it proves. */
export interface SecondProof {
  readonly redeem: Redeem;
  readonly proves: readonly AuthenticationMethod[];
}

/** What the second call of a sign-in sent, by the names that second factors declare. */
export type SubmittedProof = Readonly<Record<string, unknown>>;

/** A kind of second factor. A room adds its own to `WaysIn`. */
export interface SecondFactor {
  /** Its name in `methods` of the response `2FA_REQUIRED`. */
  readonly name: string;
  readonly proves: readonly AuthenticationMethod[];
  /** The members of the request body that carry it, all optional. */
  readonly fields: TProperties;
  /**
   * `ready`: the account has it and may use it; `demanded`: it may also not sign in with a single factor; `shut`: demanded, but the
   * factor does not work now.
   */
  readonly state: (account: Account, db: Db) => Promise<'absent' | 'ready' | 'demanded' | 'shut'>;
  /** Further members of the response `2FA_REQUIRED`. `first`: the way of the first factor. */
  readonly challenge?: (
    account: Account,
    call: AuditedCall,
    first: string,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** Does slow checks outside the transaction; `undefined` when this factor was not sent. */
  readonly prepare: (
    account: Account,
    sent: SubmittedProof,
    call: AuditedCall,
    first: string,
  ) => Promise<Redeem> | undefined;
}

/** Whether a single factor is not enough to sign in. */
export const isDemanded = (state: Awaited<ReturnType<SecondFactor['state']>>): boolean =>
  state === 'demanded' || state === 'shut';

/**
 * Resumes a sign-in after its first factor, from the evidence that its way signed then. `undefined` when the evidence is no longer
 * valid.
 */
export type Resume = (account: Account, evidence: unknown, call: AuditedCall) => Alongside<string> | undefined;

/** A way to sign in that may need a second call. */
export interface ResumedWay {
  /** What the first factor proved. */
  readonly proved: readonly AuthenticationMethod[];
  readonly resume: Resume;
}

/** What a sign-in needs after its first factor. */
export interface SecondHalf {
  readonly secondFactors: () => readonly SecondFactor[];
  readonly findResumed: (way: string) => ResumedWay | undefined;
}
