import type { Db } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type Role, tierOf } from '../../platform/kernel/role.ts';
import { listMembershipStandings } from './memberships-store.ts';

/**
 * The strongest role that each of these people has anywhere. Whoever comes in with an account can go over to any of its memberships, so
 * what it opens is not told by the one that somebody looks at. Whoever has only ended ones is a guest.
 */
export async function strongestRoles(db: Db, ids: readonly UserId[]): Promise<(id: UserId) => Role> {
  const strongest = new Map<UserId, Role>();
  for (const { user_id, role, state } of await listMembershipStandings(db, ids)) {
    const known = strongest.get(user_id) ?? 'guest';
    if (state !== 'ended' && tierOf(role) <= tierOf(known)) strongest.set(user_id, role);
  }
  return (id) => strongest.get(id) ?? 'guest';
}

export const strongestRole = async (db: Db, id: UserId): Promise<Role> => (await strongestRoles(db, [id]))(id);
