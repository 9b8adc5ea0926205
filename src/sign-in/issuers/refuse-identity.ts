import { findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { AppError, type RefusalCode } from '../../platform/kernel/app-error.ts';
import { unknownAddress } from '../../platform/keys/derived-secret.ts';
import { evaluating } from '../lockout/lockout.ts';
import { failureMeta, refuseBlocked } from '../login/refuse-sign-in.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import type { ExternalIdentity } from './issuers.ts';

interface IdentityRefusal {
  readonly code: Extract<
    RefusalCode,
    'google.invalid' | 'google.not_linked' | 'identity.invalid' | 'identity.not_linked'
  >;
  readonly limitKey: string;
  /** Which check failed, for an operator with a wrong client id or clock; never a value from a token. */
  readonly flaw?: string | undefined;
  readonly cause?: unknown;
  /** Whom the issuer did vouch for. */
  readonly identity?: Pick<ExternalIdentity, 'email'>;
}

/**
 * Refuses what an issuer, a token or a ticket does not prove. It counts only for the client address, so that nobody can lock
 * another's account by it. Returns the refusal.
 */
export async function refuseIdentity(
  deps: SignInDeps,
  call: AuditedCall,
  { code, limitKey, flaw, cause, identity }: IdentityRefusal,
): Promise<AppError> {
  const { lockout, database, keys } = deps;
  const guess = { account: undefined, subject: 'nobody' } as const;
  const beginning = await lockout.begin(guess.subject, limitKey);
  if (beginning.kind !== 'ready') return refuseBlocked(deps, call, guess, beginning, limitKey);
  const { attempt } = beginning;
  await evaluating(lockout, attempt, async () => {
    const email = identity?.email ?? undefined;
    const account = email === undefined ? undefined : await findAccountByEmail(database.read, email);
    const about = account ? { about: account } : {};
    const address = email && !account ? { address_hmac: unknownAddress(keys, email) } : {};
    const meta = {
      ...failureMeta(lockout.rule, { failures: 0, lockedUntil: null }, code),
      ...address,
      ...(flaw === undefined ? {} : { flaw }),
    };
    await lockout.fail(attempt, 'password', (tx) => recordAudit(tx, call, { action: 'login.fail', ...about, meta }));
  });
  return new AppError(code, { cause });
}
