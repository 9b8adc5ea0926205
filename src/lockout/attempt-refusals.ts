import { AppError } from '../kernel/app-error.ts';
import { instantAt } from '../kernel/clock.ts';
import { plural } from '../kernel/croatian-plural.ts';
import { inWholeSeconds, type Milliseconds } from '../kernel/durations.ts';
import { attemptErrors } from './lockout-errors.ts';
import type { AttemptRule } from './lockout-rule.ts';

/** 423 `Račun je privremeno zaključan (5/5). …` with `locked_until` and `Retry-After`. */
export function accountLocked(until: Milliseconds, now: Milliseconds, rule: AttemptRule): AppError {
  return new AppError(attemptErrors['attempts.locked'], {
    detail: `Račun je privremeno zaključan ${countedOf(rule.threshold, rule)}`,
    headers: { 'retry-after': String(Math.max(1, inWholeSeconds(until - now))) },
    members: { locked_until: instantAt(until) },
  });
}

/** 429 with `Retry-After`. */
export function addressBlocked(until: Milliseconds, now: Milliseconds): AppError {
  return new AppError(attemptErrors['attempts.address_blocked'], {
    headers: { 'retry-after': String(Math.max(1, inWholeSeconds(until - now))) },
  });
}

/** 503 with `Retry-After`: whoever comes again finds a place. */
export const attemptsBusy = (): AppError =>
  new AppError(attemptErrors['attempts.busy'], { headers: { 'retry-after': '1' } });

/** `(2/5). Nakon 5 pogrešnih pokušaja račun se zaključava na 5 minuta.`: what follows the words that say what was wrong. */
export function countedOf(failures: number, { threshold, lockFor }: AttemptRule): string {
  const tries = plural(threshold, { one: 'pogrešnog pokušaja', few: 'pogrešna pokušaja', other: 'pogrešnih pokušaja' });
  const minutes = Math.round(lockFor / 60_000);
  const span = plural(minutes, { one: 'minutu', few: 'minute', other: 'minuta' });
  return `(${failures}/${threshold}). Nakon ${threshold} ${tries} račun se zaključava na ${minutes} ${span}.`;
}
