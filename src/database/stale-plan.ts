import { membersOf } from '../kernel/members.ts';

/** How often statements were given new names. */
let renewals = 0;

/**
 * PostgreSQL refuses a prepared statement whose result has other columns by now: a newer build has added one to a table that it
 * reads whole. Its message is translated, the routine is not.
 */
export const isStalePlan = (error: unknown): boolean => membersOf(error).routine === 'RevalidateCachedQuery';

/** Where the names of statements are now. Under a new one each connection prepares its statement anew. */
export const currentRenewal = (): number => renewals;

export const renewedName = (own: string): string => (renewals === 0 ? own : `${own}_${renewals}`);

/** Renews every name: a plan that is stale is seldom the only one. `used` is when the stale one was named. */
export function renewNames(used: number): void {
  if (used === renewals) renewals++; // else another connection has noticed before
}
