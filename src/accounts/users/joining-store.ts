import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type ListScope, rowIn } from './tenant-people-store.ts';
import type { User } from './user.ts';

/** Who has an address: somebody within a scope, or an account beyond it alone. */
export type AddressPlace = 'here' | 'elsewhere';

/**
 * Where these canonical addresses are taken; free ones are left out. One statement whatever it finds: what it takes must not tell
 * whether an account exists.
 */
export async function listAddressPlaces(
  db: Db,
  scope: ListScope,
  emails: readonly string[],
): Promise<Map<string, AddressPlace>> {
  const isHere = sql<SqlBool>`exists (
    select 1 from tenant_people as listed where ${rowIn(scope, 'users.id')} and listed.status <> 'deleted')`;
  const present = db
    .selectFrom('users')
    .where('users.email', 'in', valuesOf('text', emails))
    .where('users.status', '<>', sql.lit('deleted'));
  const held = present
    .where('users.joining_at', 'is', null)
    .select(['users.email', sql<number>`case when ${isHere} then 1 else 0 end`.as('here')]);
  const waiting = present
    .where('users.joining_at', 'is not', null)
    .where(isHere)
    .select(['users.email', sql<number>`1`.as('here')]);
  const places = new Map<string, AddressPlace>();
  for (const { email, here } of await held.unionAll(waiting).execute())
    if (here === 1 || !places.has(email)) places.set(email, here === 1 ? 'here' : 'elsewhere');
  return places;
}

/** The records that wait for the owner of an address, oldest first. */
export const listJoining = (db: Db, email: string): Promise<User[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('status', '<>', sql.lit('deleted'))
    .where('joining_at', 'is not', null)
    .orderBy('id')
    .execute();

/** @throws the engine's unique violation of `users__email_unique` where another account has the address */
export async function markJoining(tx: Tx, id: UserId, joining_at: Instant | null): Promise<void> {
  await tx.updateTable('users').set({ joining_at }).where('id', '=', id).execute();
}
