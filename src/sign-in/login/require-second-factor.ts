import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Attempt } from '../lockout/reserve-slot.ts';
import { signPending } from './pending-token.ts';
import { refuseProven } from './refuse-sign-in.ts';
import { isDemanded, type SecondProof, type SentProof } from './second-factor.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInErrors } from './sign-in-errors.ts';

interface FirstProven {
  readonly account: Account;
  readonly attempt: Attempt;
  /** What this call sent as a second factor. */
  readonly sent: SentProof;
  /** The way of the first proof, and what it needs to resume later. */
  readonly way: string;
  readonly evidence: unknown;
}

/**
 * How the second factor that was sent is spent; `undefined` when the account needs none.
 * @throws AppError `login.2fa_required` (401) when none was sent, `login.factor_shut` (403) when none of its factors works; the
 * attempt does not count
 */
export async function requireSecondFactor(
  deps: SignInDeps,
  call: AuditedCall,
  { account, attempt, sent, way, evidence }: FirstProven,
): Promise<SecondProof | undefined> {
  const states = await Promise.all(
    deps.waysIn
      .secondFactors()
      .map(async (factor) => ({ factor, state: await factor.state(account, deps.database.read) })),
  );
  if (!states.some(({ state }) => isDemanded(state))) return undefined;
  const usable = states.filter(({ state }) => state === 'ready' || state === 'demanded').map(({ factor }) => factor);
  if (usable.length === 0)
    return refuseProven(deps, call, { account, attempt, code: 'login.factor_shut', reason: 'factor_shut' });
  for (const factor of usable) {
    const redeem = await factor.prepare(account, sent, call, way);
    if (redeem !== undefined) return { redeem, proves: factor.proves };
  }
  const members = await Promise.all(usable.map((factor) => factor.challenge?.(account, call, way)));
  await deps.lockout.pass(attempt, (tx) => recordAudit(tx, call, { action: 'login.2fa_required', about: account }));
  throw new AppError(signInErrors['login.2fa_required'], {
    members: Object.assign(
      { methods: usable.map(({ name }) => name), pending: signPending(deps, { userId: account.id, way, evidence }) },
      ...members,
    ),
  });
}
