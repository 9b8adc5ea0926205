import { AppError } from '../kernel/app-error.ts';
import { asError, codeOf } from '../kernel/caught-error.ts';
import { membersOf } from '../kernel/members.ts';

/** The error's code from a closed list (ours, the operating system's, SQLSTATE), else the name of its class. Never the message. */
export function errorTypeOf(error: unknown): string {
  if (error instanceof AppError) return error.definition.code;
  const { problem } = membersOf(error);
  const known = [codeOf(error), problem].find((one) => typeof one === 'string' && /^[A-Za-z0-9_]{2,40}$/.test(one));
  if (typeof known === 'string') return known;
  const { name } = asError(error);
  return /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
}
