import { hash } from 'node:crypto';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { defineJournalledState } from '../../platform/room/contributions.ts';
import { listKeys } from './due-states-store.ts';

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
    const revoked = (await listKeys(db, kids)).flatMap(({ kid, public_key, revoked_at }): [string, JournalledKey][] =>
      revoked_at === null ? [] : [[kid, { public_key: publicDigest(public_key), revoked_at }]],
    );
    return new Map(revoked);
  },
  apply: async () => undefined,
});

/** Whether this database has that key, not revoked. */
export async function isInForce(db: Db, kid: string, state: JournalledKey): Promise<boolean> {
  const [found] = await listKeys(db, [kid]);
  return found?.revoked_at === null && publicDigest(found.public_key) === state.public_key;
}
