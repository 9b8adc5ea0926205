import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { isUnused } from '../../platform/database/single-use.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import {
  type DeviceNotice,
  type deviceNoticesTable,
  type KnownDevice,
  type knownDevicesTable,
  MOST_DEVICES,
  MOST_NOTICES,
  MOST_UNRETURNED,
  NOTICES_COUNTED_FOR,
} from './known-device.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    known_devices: TableOf<typeof knownDevicesTable>;
  }
}

/** What a sign-in reveals about its browser. */
export interface SeenDevice extends Pick<KnownDevice, 'user_id' | 'digest' | 'origin' | 'ip' | 'user_agent'> {
  readonly at: Instant;
}

/** Updates a known browser. Returns false if the account does not know it. */
export async function seeAgain(tx: Tx, { user_id, digest, ip, user_agent, at }: SeenDevice): Promise<boolean> {
  const seen = tx
    .updateTable('known_devices')
    .set({ ip, user_agent, last_seen_at: at, returned_at: sql<Instant>`coalesce(returned_at, ${at})` })
    .where('user_id', '=', user_id)
    .where('digest', '=', digest);
  return (await seen.returning('id').executeTakeFirst()) !== undefined;
}

/** Adds a browser and returns its id. */
export async function addDevice(tx: Tx, { at, ...seen }: SeenDevice, by: SignInId): Promise<number> {
  const row = { ...seen, first_seen_at: at, last_seen_at: at, returned_at: null, added_by: by };
  return (await tx.insertInto('known_devices').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const ALL = 100_000; // SQLite takes OFFSET only with LIMIT

/** Drops browsers beyond the limits, but never the newest. */
export async function dropSurplus(tx: Tx, { user_id, origin }: SeenDevice, newest: number): Promise<void> {
  const others = tx.selectFrom('known_devices').select('id').where('user_id', '=', user_id).where('id', '<>', newest);
  const alike = others.where('origin', '=', origin).where('returned_at', 'is', null).orderBy('last_seen_at', 'desc');
  await drop(tx, alike.orderBy('id', 'desc').offset(MOST_UNRETURNED - 1));
  const all = others.orderBy(sql`returned_at is null`).orderBy('last_seen_at', 'desc');
  await drop(tx, all.offset(MOST_DEVICES - 1));
}

async function drop(tx: Tx, surplus: SelectQueryBuilder<Schema, 'known_devices', { id: number }>): Promise<void> {
  await tx.deleteFrom('known_devices').where('id', 'in', surplus.limit(ALL)).execute();
}

/** Most recently used first. */
export const listDevices = (db: Db, userId: UserId): Promise<KnownDevice[]> =>
  db
    .selectFrom('known_devices')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** True for the one caller who dropped it. */
export async function dropDevice(tx: Tx, userId: UserId, id: number): Promise<boolean> {
  const dropped = tx.deleteFrom('known_devices').where('user_id', '=', userId).where('id', '=', id);
  return (await dropped.returning('id').executeTakeFirst()) !== undefined;
}

/** Drops those that one of these sign-ins made known. */
export async function dropDevicesAddedBy(tx: Tx, userId: UserId, sids: readonly SignInId[]): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('added_by', 'in', valuesOf('text', sids))
    .execute();
}

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
