import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { type AuditSubject, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { enqueueMail, type Recipient } from '../../platform/mail/enqueue-mail.ts';
import type { Attempt } from '../lockout/evaluation-slots.ts';
import { evaluating } from '../lockout/lockout.ts';
import { wrongGuess } from '../lockout/lockout-errors.ts';
import { failureMeta, refuseBlocked } from '../login/refuse-sign-in.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import { spendChallenge } from '../login/signed-challenge.ts';
import type { Passkey } from './passkey.ts';
import type { AnsweredChallenge } from './passkey-challenge.ts';
import { recountFactor } from './passkeys-as-factor.ts';
import { shutPasskey } from './passkeys-store.ts';

/**
 * Refuses an assertion that names no account: it counts for the client address only. This includes an expired challenge, so that
 * a page left open locks nobody out. Returns the refusal.
 */
export async function refuseUnknown(
  deps: SignInDeps,
  call: AuditedCall,
  { code, flaw, limitKey }: { code: 'passkey.invalid' | 'passkey.unknown'; flaw: string; limitKey: string },
): Promise<AppError> {
  const { lockout } = deps;
  const guess = { account: undefined, subject: 'nobody' } as const;
  const beginning = await lockout.begin(guess.subject, limitKey);
  if (beginning.kind !== 'ready') return refuseBlocked(deps, call, guess, beginning, limitKey);
  const { attempt } = beginning;
  const meta = { ...failureMeta(lockout.rule, { failures: 0, lockedUntil: null }, code), flaw };
  await evaluating(lockout, attempt, () =>
    lockout.fail(attempt, 'code', (tx) => recordAudit(tx, call, { action: 'login.fail', meta })),
  );
  return new AppError(code);
}

interface Guessed {
  readonly account: Account;
  readonly attempt: Attempt;
}

type Deps = Pick<SignInDeps, 'lockout' | 'clock'>;

/** Counts and records an assertion that names an account and does not verify; locks at the threshold. Returns the refusal. */
export const refuseWrongAssertion = (
  deps: Deps,
  call: AuditedCall,
  {
    flaw,
    ...guessed
  }: Guessed & { /** Which check failed; never a value that somebody sent. */ readonly flaw: string },
): Promise<AppError> => refuse(deps, call, guessed, async () => ({ code: 'passkey.invalid', flaw }));

/** Refuses an assertion whose counter has not grown, and shuts the passkey. Returns the refusal. */
export const refuseCopy = (
  deps: Deps,
  call: AuditedCall,
  { attempt, ...copied }: Guessed & Copied,
): Promise<AppError> =>
  refuse(deps, call, { account: copied.account, attempt }, async (tx) =>
    (await shutCopied(tx, call, copied))
      ? { code: 'passkey.refused', flaw: 'counter' }
      : { code: 'passkey.invalid', flaw: 'challenge' },
  );

interface Verdict {
  readonly code: 'passkey.invalid' | 'passkey.refused';
  readonly flaw: string;
}

async function refuse(
  { lockout, clock }: Deps,
  call: AuditedCall,
  { account, attempt }: Guessed,
  decide: (tx: Tx) => Promise<Verdict>,
): Promise<AppError> {
  let code: Verdict['code'] = 'passkey.invalid';
  const outcome = await lockout.fail(attempt, 'code', async (tx, counted) => {
    const verdict = await decide(tx);
    code = verdict.code;
    const meta = { ...failureMeta(lockout.rule, counted, code), flaw: verdict.flaw };
    await recordAudit(tx, call, { action: 'login.fail', about: account, meta });
    if (counted.lockedUntil !== null) await recordAudit(tx, call, { action: 'login.locked', about: account, meta });
  });
  const counted = { words: WORDS[code], now: clock.now(), rule: lockout.rule };
  return wrongGuess(code, outcome, counted);
}

const WORDS = {
  'passkey.invalid': 'Pristupni ključ nije potvrđen',
  'passkey.refused': 'Taj smo pristupni ključ isključili jer možda postoji njegova kopija',
} as const satisfies Record<Verdict['code'], string>;

interface Copied {
  readonly account: AuditSubject & Recipient;
  readonly passkey: Passkey;
  readonly challenge: Pick<AnsweredChallenge, 'id' | 'expiresAt'>;
  readonly counter: number;
}

/**
 * Shuts a passkey that seems to have been copied, and notifies its owner once. False when the challenge was answered before: the
 * same answer sent twice is a lost connection or a double click, not a copy.
 */
export async function shutCopied(
  tx: Tx,
  call: AuditedCall,
  { account, passkey, challenge, counter }: Copied,
): Promise<boolean> {
  const { at } = call;
  if (!(await spendChallenge(tx, challenge, at))) return false;
  const user = await holdUserRow(tx, passkey.user_id);
  if (!(await shutPasskey(tx, passkey.id, at))) return true;
  if (user !== undefined) await recountFactor(tx, user, at);
  const meta = { passkey_id: passkey.id, counter, stored: passkey.counter };
  await recordAudit(tx, call, { action: 'passkey.refuse', about: account, meta });
  await enqueueMail(tx, { kind: 'passkey-refused', to: account, params: { at, passkey: passkey.name }, at });
  return true;
}
