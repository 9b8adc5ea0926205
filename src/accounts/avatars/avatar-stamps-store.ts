import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type TableOf } from '../../platform/database/define-table.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/** The highest number used in a name of a person's avatars, so that no node uses it again. */
export const avatarStampsTable = defineTable(
  'avatar_stamps',
  {
    user_id: integer<UserId>('duplicate', 'removed'),
    stamp: integer('internal', 'removed'),
  },
  {
    key: 'user_id',
    clustered: true,
    personal: { merging: { user_id: 'waits' }, of: 'user_id', parts: {} },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    avatar_stamps: TableOf<typeof avatarStampsTable>;
  }
}

/** A number that none of their avatars had: `now`, or one more than the last. */
export async function reserveStamp(tx: Tx, userId: UserId, now: number): Promise<number> {
  const next = sql<number>`case when avatar_stamps.stamp >= ${now} then avatar_stamps.stamp + 1 else ${now} end`;
  const { stamp } = await tx
    .insertInto('avatar_stamps')
    .values({ user_id: userId, stamp: now })
    .onConflict((known) => known.column('user_id').doUpdateSet({ stamp: next }))
    .returning('stamp')
    .executeTakeFirstOrThrow();
  return stamp;
}

export async function forgetStamp(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('avatar_stamps').where('user_id', '=', userId).execute();
}
