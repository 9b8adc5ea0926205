import { hash } from 'node:crypto';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { defineJournalledState } from '../../platform/room/contributions.ts';

/** A revoked signing key. The digest of its public half distinguishes it from a later key of the same name. */
export interface JournalledKey {
  readonly public_key: string;
  readonly revoked_at: Instant;
}

export const KEY_KIND = 'key';

const publicDigest = (publicKey: string | null): string => hash('sha256', publicKey ?? '', 'base64url');

/** The revoked keys. A restore revokes them before it signs anything, so `apply` does nothing. */
export const journalledKey = defineJournalledState<JournalledKey>({
  kind: KEY_KIND,
  read: async (db, kids) => {
    const rows = await db
      .selectFrom('data_keys')
      .select(['kid', 'public_key', 'revoked_at'])
      .where('kid', 'in', kids)
      .execute();
    const revoked = rows.flatMap(({ kid, public_key, revoked_at }): [string, JournalledKey][] =>
      revoked_at === null ? [] : [[kid, { public_key: publicDigest(public_key), revoked_at }]],
    );
    return new Map(revoked);
  },
  apply: async () => undefined,
});

/** Whether this database has that key, not revoked. */
export async function isInForce(db: Db, kid: string, state: JournalledKey): Promise<boolean> {
  const key = db.selectFrom('data_keys').select('public_key').where('kid', '=', kid).where('revoked_at', 'is', null);
  const found = await key.executeTakeFirst();
  return found !== undefined && publicDigest(found.public_key) === state.public_key;
}
