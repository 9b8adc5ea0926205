import { findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { membersOf } from '../../platform/kernel/unchecked.ts';
import { unknownAddress } from '../../platform/keys/derived-secret.ts';
import type { Attempt } from '../lockout/evaluation-slots.ts';
import { evaluating } from '../lockout/lockout.ts';
import { failureMeta, refuseBlocked } from '../login/refuse-sign-in.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import type { GoogleIdentity } from './google-credential.ts';

export interface GoogleRefusal {
  readonly code: 'google.invalid' | 'google.not_linked';
  readonly limitKey: string;
  /** The identity in a genuine token. */
  readonly identity?: GoogleIdentity;
  readonly cause?: unknown;
}

/**
 * Refuses a token. It counts only for the client address, so that nobody can lock another's account with worthless
 * tokens. Returns the refusal.
 */
export async function refuseGoogle(
  deps: SignInDeps,
  call: AuditedCall,
  { code, limitKey, identity, cause }: GoogleRefusal,
): Promise<AppError> {
  const { lockout } = deps;
  const guess = { account: undefined, subject: 'nobody' } as const;
  const beginning = await lockout.begin(guess.subject, limitKey);
  if (beginning.kind !== 'ready') return refuseBlocked(deps, call, guess, beginning, limitKey);
  const { attempt } = beginning;
  await evaluating(lockout, attempt, () => count(deps, call, attempt, { code, identity, cause }));
  return new AppError(code, { cause });
}

async function count(
  { lockout, database, keys }: SignInDeps,
  call: AuditedCall,
  attempt: Attempt,
  { code, identity, cause }: Omit<GoogleRefusal, 'limitKey'>,
): Promise<void> {
  const account = identity && (await findAccountByEmail(database.read, identity.email));
  const about = account ? { about: account } : {};
  const address = identity && !account ? { address_hmac: unknownAddress(keys, identity.email) } : {};
  const meta = {
    ...failureMeta(lockout.rule, { failures: 0, lockedUntil: null }, code),
    ...address,
    ...flawOf(cause),
  };
  await lockout.fail(attempt, 'password', (tx) => recordAudit(tx, call, { action: 'login.fail', ...about, meta }));
}

/** Which check failed, for an operator with a wrong client id or clock; never a value from the token. */
function flawOf(cause: unknown): { flaw?: string } {
  const { claim = 'unspecified', code } = membersOf(cause);
  const flaw = claim === 'unspecified' ? code : claim; // jose's name for what concerns no single claim
  return typeof flaw === 'string' ? { flaw } : {};
}
