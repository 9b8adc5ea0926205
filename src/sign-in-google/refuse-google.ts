import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { AppError } from '../kernel/app-error.ts';
import { failureMeta, refuseBlocked } from '../sign-in/refuse-sign-in.ts';
import type { SignInDeps } from '../sign-in/sign-in-deps.ts';
import { unknownAddress } from '../sign-in/unknown-address.ts';
import { findAccountByEmail } from '../users/find-account.ts';
import type { GoogleIdentity } from './google-credential.ts';
import { googleErrors } from './google-errors.ts';

export interface GoogleRefusal {
  readonly code: 'google.invalid' | 'google.not_linked';
  readonly limitKey: string;
  /** Whom a genuine token names. */
  readonly identity?: GoogleIdentity;
  readonly cause?: unknown;
}

/**
 * Refuses a token. It counts for the client address alone, never for an account, so that nobody can lock another's account
 * with worthless tokens. Returns the refusal.
 */
export async function refuseGoogle(
  deps: SignInDeps,
  call: AuditedCall,
  { code, limitKey, identity, cause }: GoogleRefusal,
): Promise<AppError> {
  const { attempts, database, keys } = deps;
  const guess = { account: undefined, subject: 'nobody' } as const;
  const beginning = await attempts.begin(guess.subject, limitKey, 'password');
  if (beginning.kind !== 'ready') return refuseBlocked(deps, call, guess, beginning, limitKey);
  const account = identity && (await findAccountByEmail(database.read, identity.email));
  const about = account ? { about: account } : {};
  const address = identity && !account ? { address_hmac: unknownAddress(keys, identity.email) } : {};
  const meta = {
    ...failureMeta(attempts.rule, { failures: 0, lockedUntil: null }, code),
    ...address,
    ...flawOf(cause),
  };
  await attempts.fail(beginning.attempt, 'password', (tx) =>
    recordAudit(tx, call, { action: 'login.fail', ...about, meta }),
  );
  return new AppError(googleErrors[code], { cause });
}

/** Which check failed, so that an operator sees a wrong client id or a wrong clock; never a value of the token. */
function flawOf(cause: unknown): { flaw?: string } {
  const { claim = 'unspecified', code } = (cause ?? {}) as { claim?: string; code?: string };
  const flaw = claim === 'unspecified' ? code : claim; // so jose calls what concerns no single claim
  return flaw === undefined ? {} : { flaw };
}
