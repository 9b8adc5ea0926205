import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { SignInId } from '../kernel/entity-id.ts';
import { type AuthenticationMethod, joinMethods, splitMethods } from './authentication-methods.ts';

interface Authentication {
  readonly at: Instant;
  readonly proved: readonly AuthenticationMethod[];
}

/** Records that the user has just re-authenticated, and how. Returns false when the sign-in has ended. */
export async function noteAuthentication(tx: Tx, sid: SignInId, { at, proved }: Authentication): Promise<boolean> {
  const signIn = tx.updateTable('sign_ins').where('sid', '=', sid);
  const noted = signIn.set({ authenticated_at: at }).where('ended_at', 'is', null).returning('methods');
  const row = await noted.executeTakeFirst(); // locks the row
  if (row === undefined) return false;
  const methods = joinMethods([...splitMethods(row.methods), ...proved]);
  if (methods !== row.methods) await signIn.set({ methods }).execute();
  return true;
}
