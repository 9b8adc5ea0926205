import type { Db } from '../../platform/database/database.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/**
 * What a room stores about a person under all their ids (`listIdsOf`): lists one after the other, anything else as the first id has it,
 * which is that of the account.
 */
export async function exportOfAll(
  { exportOf }: Pick<PersonalDataContributor, 'exportOf'>,
  db: Db,
  ids: readonly UserId[],
): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const id of ids)
    for (const [name, part] of Object.entries(await exportOf(db, id))) {
      const known = all[name] ?? null;
      all[name] = Array.isArray(known) && Array.isArray(part) ? [...known, ...part] : (known ?? part);
    }
  return all;
}
