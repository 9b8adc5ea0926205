import type { TProperties } from 'typebox';
import type { AuditedCall } from '../audit/audit-context.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { AuthenticationMethod } from '../sessions/authentication-methods.ts';
import type { Account } from '../users/user.ts';
import type { Alongside } from './sign-in-entry.ts';

/** Spends a proof in the transaction of the sign-in; resolves to whether it was right. */
export type Redeem = (tx: Tx, at: Instant) => Promise<boolean>;

/** A second factor that was sent, and what it proves. */
export interface SecondProof {
  readonly redeem: Redeem;
  readonly proves: readonly AuthenticationMethod[];
}

/** What the second call of a sign-in sent, by the names that second factors declare. */
export type SentProof = Readonly<Record<string, unknown>>;

/** A factor that is proved after the first one, whose way is `first`. A room adds its own to `WaysIn`. */
export interface SecondFactor {
  /** As `methods` of the answer `2FA_REQUIRED` names it. */
  readonly name: string;
  readonly proves: readonly AuthenticationMethod[];
  /** The members of a body by which it is sent, all optional. */
  readonly fields: TProperties;
  /**
   * `ready`: the account has it and may use it; `demanded`: no sign-in with one factor is complete without a second one; `shut`:
   * demanded, but it does not work now.
   */
  readonly state: (account: Account, db: Db) => Promise<'absent' | 'ready' | 'demanded' | 'shut'>;
  /** Further members of the answer `2FA_REQUIRED`. */
  readonly challenge?: (
    account: Account,
    call: AuditedCall,
    first: string,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** Checks outside the transaction what may take long; `undefined` when nothing of this factor was sent. */
  readonly prepare: (
    account: Account,
    sent: SentProof,
    call: AuditedCall,
    first: string,
  ) => Promise<Redeem> | undefined;
}

/** Whether no sign-in with one factor is complete. */
export const isDemanded = (state: Awaited<ReturnType<SecondFactor['state']>>): boolean =>
  state === 'demanded' || state === 'shut';

/**
 * Resumes a sign-in whose first proof was right earlier, from the evidence that its way signed then. `undefined`: the evidence is
 * no longer valid.
 */
export type Resume = (account: Account, evidence: unknown, call: AuditedCall) => Alongside<string> | undefined;

/** A way in whose sign-in may need a second call. */
export interface ResumedWay {
  /** What its first proof was. */
  readonly proved: readonly AuthenticationMethod[];
  readonly resume: Resume;
}

/** What the second half of a sign-in consists of. */
export interface SecondHalf {
  readonly secondFactors: () => readonly SecondFactor[];
  readonly findResumed: (way: string) => ResumedWay | undefined;
}
