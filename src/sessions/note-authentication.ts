import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { SignInId } from '../kernel/entity-id.ts';

/** Marks that the user has just re-authenticated; false when the sign-in has ended. */
export async function noteAuthentication(tx: Tx, sid: SignInId, at: Instant): Promise<boolean> {
  const noted = tx
    .updateTable('sign_ins')
    .set({ authenticated_at: at })
    .where('sid', '=', sid)
    .where('ended_at', 'is', null);
  return (await noted.returning('sid').executeTakeFirst()) !== undefined;
}
