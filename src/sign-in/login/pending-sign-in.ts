import { type Static, Type } from 'typebox';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { evaluating } from '../lockout/lockout.ts';
import { answerSignIn, completeSignIn, type OpenedSession } from './complete-sign-in.ts';
import { refuseBlocked, refuseWrong, requireActive } from './refuse-sign-in.ts';
import { type Pending, readPending, requireSecondFactor } from './require-second-factor.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { type Challenge, spendChallenge } from './signed-challenge.ts';
import type { FirstProof, LoginCall, WaysIn } from './ways-in.ts';

/** The second call of a sign-in: what is pending, and a second factor. */
export function pendingProof(waysIn: WaysIn): FirstProof {
  return {
    name: 'pending',
    chosenBy: 'pending',
    get body() {
      const fields = waysIn.secondFactors().map((factor) => factor.fields);
      return Type.Object(Object.assign({ pending: PendingToken }, ...fields));
    },
    audit: [],
    refusals: ['login.pending_over'],
    enter: enterPending,
  };
}

const PendingToken = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'From an answer `2FA_REQUIRED`; beside it a second factor',
});

type PendingBody = { readonly pending: Static<typeof PendingToken> } & Readonly<Record<string, unknown>>;

async function enterPending(deps: SignInDeps, { body, call, limitKey }: LoginCall<object>) {
  const { pending: text, ...sent } = body as PendingBody;
  const found = readPending(deps.keys, text, call.at);
  if (found === undefined) throw new AppError('login.pending_over');
  const { challenge, pending } = found;
  const account = await findAccount(deps.database.read, pending.userId);
  if (account === undefined) throw new AppError('login.pending_over');
  const guess = { account, subject: { address: account.email } };
  const beginning = await deps.lockout.begin(guess.subject, limitKey);
  if (beginning.kind !== 'ready') throw await refuseBlocked(deps, call, guess, beginning, limitKey);
  const { attempt } = beginning;
  const session = await evaluating(deps.lockout, attempt, async () => {
    await requireActive(deps, call, account, attempt);
    const second = await requireSecondFactor(deps, call, { ...pending, account, attempt, sent });
    const outcome = await resume(deps, call, { challenge, pending, account, attempt, second });
    if (outcome === '2fa') throw await refuseWrong(deps, call, guess, attempt, outcome);
    if (outcome !== 'over') return outcome;
    throw new AppError('login.pending_over');
  });
  return answerSignIn(deps, session);
}

interface Resumed extends Pick<Parameters<typeof completeSignIn>[2], 'account' | 'attempt' | 'second'> {
  readonly challenge: Challenge;
  readonly pending: Pending;
}

async function resume(
  deps: SignInDeps,
  call: LoginCall<object>['call'],
  { challenge, pending, ...proven }: Resumed,
): Promise<OpenedSession | '2fa' | 'over'> {
  const way = deps.waysIn.findResumed(pending.way);
  const alongside = way?.resume(proven.account, pending.evidence, call);
  if (way === undefined || alongside === undefined) return 'over';
  const outcome = await completeSignIn<string>(deps, call, {
    ...proven,
    proved: way.proved,
    alongside: async (tx, at, origins) =>
      (await spendChallenge(tx, challenge, at)) ? alongside(tx, at, origins) : 'over',
  });
  if (outcome === '2fa' || typeof outcome !== 'string') return outcome;
  return 'over'; // spent, or the account is no longer what it was
}
