import type { Db } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Passkey } from './passkey.ts';
import { readPasskey } from './passkeys-store.ts';

/** A person's passkeys, in the order in which they were added. */
export async function listPasskeys(db: Db, userId: UserId): Promise<Passkey[]> {
  const rows = db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id');
  return (await rows.execute()).map(readPasskey);
}
