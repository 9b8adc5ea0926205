import { type TProperties, Type } from 'typebox';
import { instant } from '../../platform/http/wire.ts';
import { AppError, type CodesOf, declareRefusals, type RefusalCode } from '../../platform/kernel/app-error.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { plural } from '../../platform/kernel/croatian-plural.ts';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import { type AttemptOutcome, type LockoutRule, minutesOf } from './lockout-rule.ts';

const figures = {
  count: Type.Integer({ description: 'Wrong guesses in a row' }),
  most: Type.Integer({ description: 'How many lock the account' }),
  lock_minutes: Type.Integer({ description: 'For how long' }),
};

/** Members of the refusal of a locked account. */
const LOCKED_MEMBERS = { ...figures, locked_until: instant } satisfies TProperties;

/** Members of the refusal of a wrong guess (`wrongGuess`). */
export const GUESS_MEMBERS = {
  ...figures,
  locked_until: Type.Optional({ ...instant, description: 'Only of the guess that locks' }),
} satisfies TProperties;

export const lockoutErrors = declareRefusals({
  'attempts.locked': {
    status: 423,
    hr: 'Račun je privremeno zaključan.',
    en: 'The account is temporarily locked because of wrong passwords or codes.',
    when: 'Too many wrong passwords or codes in a row; the text counts them as `(5/5)`, `count`, `most` and `lock_minutes` as numbers. `locked_until` and `Retry-After` say until when, also for the right password.',
    members: LOCKED_MEMBERS,
  },
  'attempts.address_blocked': {
    status: 429,
    hr: 'Previše neuspjelih prijava s ove adrese. Pokušajte kasnije.',
    en: 'Too many failed sign-ins from this address.',
    when: 'Too many failed sign-ins from one client address inside the sliding window.',
  },
  'attempts.busy': {
    status: 503,
    hr: 'Upravo se provjerava više prijava odjednom. Pokušajte ponovno.',
    en: 'Several sign-ins to this account are being checked. Please try again.',
    when: 'As many guesses as allowed are being checked at this moment; nothing was counted.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof lockoutErrors> {}
}

/** 423 `Račun je privremeno zaključan (5/5). …` with `locked_until` and `Retry-After`. */
export const accountLocked = (until: Milliseconds, now: Milliseconds, rule: LockoutRule): AppError =>
  new AppError('attempts.locked', {
    detail: `Račun je privremeno zaključan ${countedOf(rule.threshold, rule)}`,
    ...figuresOf({ failures: rule.threshold, lockedUntil: until }, now, rule),
  });

/** The refusal of a wrong password or code, with the count in its text and members; the one that locks also says until when. */
export const wrongGuess = (
  code: RefusalCode,
  outcome: AttemptOutcome,
  { words, now, rule }: { readonly words: string; readonly now: Milliseconds; readonly rule: LockoutRule },
): AppError =>
  new AppError(code, {
    detail: `${words} ${countedOf(outcome.failures, rule)}`,
    ...figuresOf(outcome, now, rule),
  });

function figuresOf({ failures, lockedUntil }: AttemptOutcome, now: Milliseconds, rule: LockoutRule) {
  const members = { count: failures, most: rule.threshold, lock_minutes: minutesOf(rule) };
  if (lockedUntil === null) return { members };
  return {
    members: { ...members, locked_until: instantAt(lockedUntil) },
    retryAfter: lockedUntil - now,
  };
}

/** 429 with `Retry-After`. */
export function addressBlocked(until: Milliseconds, now: Milliseconds): AppError {
  return new AppError('attempts.address_blocked', { retryAfter: until - now });
}

/** 503 with `Retry-After`: slots free up within seconds. */
export const lockoutBusy = (): AppError => new AppError('attempts.busy', { retryAfter: seconds(1) });

/**
 * `(2/5). Nakon 5 pogrešnih pokušaja račun se zaključava na 5 minuta.`, appended to the sentence that says what was
 * wrong.
 */
function countedOf(failures: number, rule: LockoutRule): string {
  const { threshold } = rule;
  const tries = plural(threshold, { one: 'pogrešnog pokušaja', few: 'pogrešna pokušaja', other: 'pogrešnih pokušaja' });
  const minutes = minutesOf(rule);
  const span = plural(minutes, { one: 'minutu', few: 'minute', other: 'minuta' });
  return `(${failures}/${threshold}). Nakon ${threshold} ${tries} račun se zaključava na ${minutes} ${span}.`;
}
