import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { isUnused } from '../../platform/database/single-use.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Alarm, alarmLinksTable } from './alarm.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    alarm_links: TableOf<typeof alarmLinksTable>;
  }
}

export async function addAlarm(tx: Tx, alarm: Omit<Alarm, 'id'>): Promise<void> {
  await tx.insertInto('alarm_links').values(alarm).execute();
}

type LinkKey = { readonly hash: string } | { readonly seed: string };

export const findOpenAlarm = (db: Db, by: LinkKey, at: Instant): Promise<Alarm | undefined> =>
  db
    .selectFrom('alarm_links')
    .selectAll()
    .where('hash' in by ? 'token_hash' : 'seed', '=', 'hash' in by ? by.hash : by.seed)
    .where(isUnused(at))
    .executeTakeFirst();

/** Finds an alarm in any state. */
export const findAlarm = (db: Db, hash: string): Promise<Alarm | undefined> =>
  db.selectFrom('alarm_links').selectAll().where('token_hash', '=', hash).executeTakeFirst();

/** Spends an alarm; of concurrent callers exactly one gets it. */
export const spendAlarm = (tx: Tx, hash: string, at: Instant): Promise<Alarm | undefined> =>
  tx
    .updateTable('alarm_links')
    .set({ used_at: at })
    .where('token_hash', '=', hash)
    .where(isUnused(at))
    .returningAll()
    .executeTakeFirst();

/** The first change of address by one of these sign-ins that was not taken back, expired links included. */
export const findFirstAddressChange = (tx: Tx, userId: UserId, sids: readonly SignInId[]): Promise<Alarm | undefined> =>
  tx
    .selectFrom('alarm_links')
    .selectAll()
    .where('user_id', '=', userId)
    .where('old_email', 'is not', null)
    .where('used_at', 'is', null)
    .where('sid', 'in', valuesOf('text', sids))
    .orderBy('id')
    .executeTakeFirst();

/** Ends a change of address with all later ones: who had the address before wins over who had it after. */
export async function endAddressChangesFrom(tx: Tx, { user_id, id }: Alarm, at: Instant): Promise<void> {
  await tx
    .updateTable('alarm_links')
    .set({ used_at: at })
    .where('user_id', '=', user_id)
    .where('old_email', 'is not', null)
    .where('used_at', 'is', null)
    .where('id', '>=', id)
    .execute();
}

/** An earlier change of address can be undone for at least as long as a later one, or whoever made that could outwait its owner. */
export async function prolongAddressAlarms(tx: Tx, userId: UserId, until: Instant, at: Instant): Promise<void> {
  await tx
    .updateTable('alarm_links')
    .set({ expires_at: sql<Instant>`case when expires_at < ${until} then ${until} else expires_at end` })
    .where('user_id', '=', userId)
    .where('old_email', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
}

/** Drops those that would restore one of these addresses, whoever they belong to. */
export async function dropAlarmsTo(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length > 0) await tx.deleteFrom('alarm_links').where('old_email', 'in', emails).execute();
}

/** Ends all open alarms. Returns how many. */
export async function endAllAlarms(tx: Tx, at: Instant): Promise<number> {
  const open = tx.updateTable('alarm_links').set({ used_at: at }).where('used_at', 'is', null);
  return (await open.where('expires_at', '>', at).returning('id').execute()).length;
}
