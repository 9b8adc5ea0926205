import { AppError } from '../kernel/app-error.ts';

/** A code from a closed list: ours, the operating system's, SQLSTATE; else the name of the class. Never the message. */
export function errorTypeOf(error: unknown): string {
  if (error instanceof AppError) return error.definition.code;
  const { code, problem, name } = (error ?? {}) as { code?: unknown; problem?: unknown; name?: unknown };
  const known = [code, problem].find((one) => typeof one === 'string' && /^[A-Za-z0-9_]{2,40}$/.test(one));
  if (known !== undefined) return known as string;
  return typeof name === 'string' && /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
}
