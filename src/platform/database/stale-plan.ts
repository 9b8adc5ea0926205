import { membersOf } from '../kernel/unchecked.ts';

/** How often all statements were renamed. */
let renewals = 0;

/**
 * PostgreSQL refuses a prepared statement whose result columns have changed, as when a newer build added a column to a table
 * that is read with `*`. The error's message may be translated, its routine is not.
 */
export const isStalePlan = (error: unknown): boolean => membersOf(error).routine === 'RevalidateCachedQuery';

/** The current generation of names. After a renewal each connection prepares its statements anew. */
export const currentRenewal = (): number => renewals;

export const renewedName = (own: string): string => (renewals === 0 ? own : `${own}_${renewals}`);

/** Renames all statements, since a stale plan is seldom the only one. `used`: the generation of the stale one. */
export function renewNames(used: number): void {
  if (used === renewals) renewals++; // otherwise another connection has already done so
}
