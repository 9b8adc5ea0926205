import type { Db } from '../database/database.ts';
import type { PersonalDataContributor } from '../database/personal-data.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { RetentionRule } from '../room/retention.ts';
import { rooms } from './rooms.ts';

/** Everybody who holds something about people. The house tests find a table that has nobody. */
export const personalDataContributors = (keys: Keyring): readonly PersonalDataContributor[] =>
  rooms.rooms.flatMap(({ personalData }) => personalData?.(keys) ?? []);

/** What is not kept for ever, whatever the settings say. */
export const retentionRules: readonly RetentionRule[] = rooms.rooms.flatMap(({ retention }) => retention ?? []);

/** Who of these people could sign in today, in any way. */
export async function findUsersWithWayIn(db: Db, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const { wayIn } of rooms.rooms) for (const id of (await wayIn?.(db, userIds)) ?? []) found.add(id);
  return found;
}
