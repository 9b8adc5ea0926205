import type { Db } from '../../platform/database/database.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { RoomCount } from './erasure.ts';

/** The number of entries that each room stores about a person, counted from its export; empty rooms are left out. */
export async function countPersonalData(
  db: Db,
  contributors: readonly PersonalDataContributor[],
  userId: UserId,
): Promise<RoomCount[]> {
  const counts: RoomCount[] = [];
  for (const { room, exportOf } of contributors) {
    const parts = Object.entries(await exportOf(db, userId)).map(([name, part]) => [name, sizeOf(part)] as const);
    const entries = Object.fromEntries(parts.filter(([, size]) => size > 0));
    if (Object.keys(entries).length > 0) counts.push({ room, entries });
  }
  return counts;
}

const sizeOf = (part: unknown): number => (Array.isArray(part) ? part.length : Number(part !== null));
