import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';
import { type KnownDevice, type knownDevicesTable, MOST_DEVICES, MOST_UNRETURNED } from './known-device.ts';

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
