import type { AppError } from '../../platform/kernel/app-error.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import { wrongGuess } from '../lockout/lockout-refusals.ts';
import type { AttemptOutcome, LockoutRule } from '../lockout/lockout-rule.ts';
import { signInErrors } from './sign-in-errors.ts';

/** 401 `… (2/5). Nakon 5 pogrešnih pokušaja račun se zaključava na 5 minuta.`, the same for passwords and codes. */
export const wrongCredentials = (outcome: AttemptOutcome, now: Milliseconds, rule: LockoutRule): AppError =>
  wrongGuess(signInErrors['login.wrong'], outcome, { words: 'Pogrešna e-adresa ili lozinka', now, rule });
