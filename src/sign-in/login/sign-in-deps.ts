import type { FastifyReply } from 'fastify';
import type { ShowOwnUser } from '../../accounts/permissions/own-user-wire.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import type { Actor, AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { Lockout } from '../lockout/lockout.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { SigningDevice } from '../security-notices/note-device.ts';
import type { SessionReader } from '../sessions/find-session.ts';
import type { VerifyToken } from '../sessions/session-token.ts';
import type { TokenPairs } from '../sessions/token-pair.ts';
import type { SecondHalf } from './second-factor.ts';

/** Ends what the browser of a request was signed in to, in the transaction of the sign-in that replaces it. */
export type EndBefore = (tx: Tx, call: AuditedCall) => Promise<void>;

/** What the browser of a request was signed in to: all of it ends, so that the next person is nowhere taken for the one before. */
export interface BrowserBefore {
  readonly endBefore: (reply: FastifyReply) => EndBefore;
}

/** What a browser did before its user was known. */
interface Visit {
  /** Attaches it to the account, in the transaction of the sign-in. */
  readonly join: (tx: Tx, call: AuditedCall, actor: Actor, at: Instant) => Promise<void>;
  /** Gives the browser a new visit. */
  readonly renew: () => void;
}

export interface SignInDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'recordOrSum'> {
  readonly lockout: Lockout;
  readonly passwords: PasswordHasher;
  readonly pairs: TokenPairs;
  readonly verifyToken: VerifyToken;
  readonly readSession: SessionReader;
  readonly showOwnUser: ShowOwnUser;
  readonly factors: SecondFactors;
  readonly settings: Pick<Settings, 'signIn' | 'sessions'>;
  readonly waysIn: SecondHalf & BrowserBefore;
  readonly visitOf: (reply: FastifyReply) => Visit;
  readonly deviceOf: (reply: FastifyReply) => SigningDevice;
  /** Set for the current request, all three. */
  readonly visit?: Visit;
  readonly device?: SigningDevice;
  readonly endBefore?: EndBefore;
}
