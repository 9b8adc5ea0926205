import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import { type AuthenticationMethod, joinMethods, splitMethods } from './authentication-methods.ts';
import { lineageOf } from './lineage.ts';

interface Authentication {
  readonly at: Instant;
  readonly proved: readonly AuthenticationMethod[];
  /** The sign-ins that added what proved it. */
  readonly addedBy?: readonly SignInId[];
}

/** Records that the user has just re-authenticated, and how. Returns false when the sign-in has ended. */
export async function noteAuthentication(
  tx: Tx,
  sid: SignInId,
  { at, proved, addedBy = [] }: Authentication,
): Promise<boolean> {
  const signIn = tx.updateTable('sign_ins').where('sid', '=', sid);
  const noted = signIn.set({ authenticated_at: at }).where('ended_at', 'is', null).returning(['methods', 'came_of']);
  const row = await noted.executeTakeFirst(); // locks the row
  if (row === undefined) return false;
  const methods = joinMethods([...splitMethods(row.methods), ...proved]);
  const { alsoThrough, cameOf } = lineageOf(row.came_of);
  for (const origin of addedBy) if (origin !== sid) alsoThrough(origin);
  const came_of = cameOf();
  if (methods !== row.methods || came_of !== row.came_of) await signIn.set({ methods, came_of }).execute();
  return true;
}
