import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import { type AuthenticationMethod, joinMethods, splitMethods } from './session.ts';
import { changeProofs, noteAuthenticatedAt } from './sessions-store.ts';
import { originsFrom } from './sign-in-origins.ts';

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
  const row = await noteAuthenticatedAt(tx, sid, at);
  if (row === undefined) return false;
  const methods = joinMethods([...splitMethods(row.methods), ...proved]);
  const { provedWith, cameOf } = originsFrom(row.came_of);
  for (const origin of addedBy) if (origin !== sid) provedWith(origin);
  const came_of = cameOf();
  if (methods !== row.methods || came_of !== row.came_of) await changeProofs(tx, sid, { methods, came_of });
  return true;
}
