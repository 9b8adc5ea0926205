import { AppError } from '../kernel/app-error.ts';
import { countedOf } from '../lockout/attempt-refusals.ts';
import type { AttemptOutcome, AttemptRule } from '../lockout/lockout-rule.ts';
import { signInErrors } from './sign-in-errors.ts';

/** 401 `… (2/5). Nakon 5 pogrešnih pokušaja račun se zaključava na 5 minuta.`, the same for passwords and codes. */
export function wrongCredentials({ failures }: Pick<AttemptOutcome, 'failures'>, rule: AttemptRule): AppError {
  const detail = `Pogrešna e-adresa ili lozinka ${countedOf(failures, rule)}`;
  return new AppError(signInErrors['login.wrong'], { detail });
}
