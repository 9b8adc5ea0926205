import type { FastifyReply } from 'fastify';
import type { Actor, AuditedCall } from '../audit/audit-context.ts';
import type { RecordOrSum } from '../audit/record-or-sum.ts';
import type { Settings } from '../config/settings.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Clock, Instant } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Attempts } from '../lockout/lockout.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { TokenPairs } from '../sessions/token-pair.ts';
import type { VerifyToken } from '../sessions/token-verifier.ts';
import type { ShowUser } from '../users/user-wire.ts';

/** What a browser did before its person was known. */
interface Visit {
  /** Takes it along into the account, in the transaction of the sign-in. */
  readonly join: (tx: Tx, call: AuditedCall, actor: Actor, at: Instant) => Promise<void>;
  /** Afterwards: the browser begins anew. */
  readonly renew: () => void;
}

/** What signing in, staying signed in and signing out are made of. */
export interface SignInDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly attempts: Attempts;
  readonly recordOrSum: RecordOrSum;
  readonly passwords: PasswordHasher;
  readonly pairs: TokenPairs;
  readonly verifyToken: VerifyToken;
  readonly showUser: ShowUser;
  readonly settings: Pick<Settings, 'signIn' | 'sessions'>;
  readonly visitOf: (reply: FastifyReply) => Visit;
  /** Of the request under way. */
  readonly visit?: Visit;
}
