import { invalidField } from '../http/request-refusal.ts';
import { passwordWeakness, weaknessText } from '../kernel/password-policy.ts';

/** @throws InvalidRequest (422) naming the field and what would be better; nothing was changed or spent */
export function requireGoodPassword(password: string, email: string, fewest: number): void {
  const weakness = passwordWeakness(password, email, fewest);
  if (weakness !== undefined) throw invalidField('body', 'new_password', weakness, weaknessText(weakness, fewest));
}

/** `new_password`, or `password` as older clients call it. @throws InvalidRequest (422) when neither is there */
export function newPasswordOf(body: { new_password?: string; password?: string }): string {
  const password = body.new_password ?? body.password;
  if (password === undefined) throw invalidField('body', 'new_password', 'missing', 'Ovo je polje obavezno.');
  return password;
}
