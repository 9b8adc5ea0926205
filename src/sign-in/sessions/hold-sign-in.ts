import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { authErrors } from '../../platform/http/http-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { holdSession } from './end-sessions.ts';

/**
 * Keeps the caller's sign-in from ending before this transaction does. Whoever ends it may have to take back what it gave, ways in
 * and links that it saw, and then finds all of it. Call it after locking the caller's own row, as those who end sign-ins do.
 * @throws AppError 401 `auth.revoked`
 */
export async function holdSignIn(tx: Tx, { sid }: Pick<Caller, 'sid'>): Promise<void> {
  if ((await holdSession(tx, sid)) === undefined) throw new AppError(authErrors['auth.revoked']);
}
