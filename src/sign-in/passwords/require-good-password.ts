import { invalidField } from '../../platform/http/request-refusal.ts';
import { type PasswordWeakness, passwordWeakness, weaknessText } from '../../platform/kernel/password-policy.ts';
import type { BreachedPasswords } from './breached-passwords.ts';

/** The rules for new passwords. */
export interface PasswordRules {
  readonly passwordMin: number;
  readonly breachedPasswords: BreachedPasswords;
}

/**
 * Call this before setting a password, and before changing or spending anything.
 * @throws InvalidRequest (422) with the field and advice; 503 when the list of breached passwords cannot be read
 */
export async function requireGoodPassword(rules: PasswordRules, password: string, email: string): Promise<void> {
  const weakness = await weaknessOf(rules, password, email);
  if (weakness === undefined) return;
  throw invalidField('body', 'new_password', weakness, weaknessText(weakness, rules.passwordMin));
}

export async function weaknessOf(
  { passwordMin, breachedPasswords }: PasswordRules,
  password: string,
  email: string,
): Promise<PasswordWeakness | undefined> {
  const weakness = passwordWeakness(password, email, passwordMin);
  if (weakness !== undefined) return weakness;
  return (await breachedPasswords.has(password)) ? 'breached' : undefined;
}

/** `new_password`, or `password` from older clients. @throws InvalidRequest (422) when neither is there */
export function newPasswordOf(body: { new_password?: string; password?: string }): string {
  const password = body.new_password ?? body.password;
  if (password === undefined) throw invalidField('body', 'new_password', 'missing', 'Ovo je polje obavezno.');
  return password;
}
