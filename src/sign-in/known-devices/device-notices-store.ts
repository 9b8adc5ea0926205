import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { isUnused } from '../../platform/database/single-use.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import { type DeviceNotice, type deviceNoticesTable, MOST_NOTICES, NOTICES_COUNTED_FOR } from './known-device.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    device_notices: TableOf<typeof deviceNoticesTable>;
  }
}

export type NewNotice = Omit<DeviceNotice, 'id' | 'used_at'>;

/**
 * Adds a notice unless the owner has reached the limit. One statement, but its condition is over other rows: the caller must
 * have locked the user's row, or concurrent sign-ins would miss each other's notices.
 */
export async function addNotice(tx: Tx, notice: NewNotice): Promise<boolean> {
  const columns = keysOf(notice);
  const since = instantAt(epochOf(notice.created_at) - NOTICES_COUNTED_FOR);
  const lately = tx.selectFrom('device_notices').where('user_id', '=', notice.user_id).where('created_at', '>', since);
  const added = tx
    .insertInto('device_notices')
    .columns(columns)
    .expression(
      tx
        .selectNoFrom((eb) => columns.map((name) => eb.val(notice[name]).as(name)))
        .where(({ not, exists }) => not(exists(lately.select('id').where('origin', '=', notice.origin))))
        .where(
          lately.select(({ fn }) => fn.countAll<number>().as('count')),
          '<',
          MOST_NOTICES,
        ),
    );
  return (await added.returning('id').executeTakeFirst()) !== undefined;
}

type LinkKey = { readonly hash: string } | { readonly seed: string };

export const findOpenNotice = (db: Db, by: LinkKey, at: Instant): Promise<DeviceNotice | undefined> =>
  db
    .selectFrom('device_notices')
    .selectAll()
    .where('hash' in by ? 'token_hash' : 'seed', '=', 'hash' in by ? by.hash : by.seed)
    .where(isUnused(at))
    .executeTakeFirst();

/** Finds a notice in any state. */
export const findNotice = (db: Db, hash: string): Promise<DeviceNotice | undefined> =>
  db.selectFrom('device_notices').selectAll().where('token_hash', '=', hash).executeTakeFirst();

/** Spends a notice; of concurrent callers exactly one gets it. */
export const spendNotice = (tx: Tx, hash: string, at: Instant): Promise<DeviceNotice | undefined> =>
  tx
    .updateTable('device_notices')
    .set({ used_at: at })
    .where('token_hash', '=', hash)
    .where(isUnused(at))
    .returningAll()
    .executeTakeFirst();

/** Ends all open notices. Returns how many. */
export async function endAllNotices(tx: Tx, at: Instant): Promise<number> {
  const open = tx.updateTable('device_notices').set({ used_at: at }).where('used_at', 'is', null);
  return (await open.where('expires_at', '>', at).returning('id').execute()).length;
}
