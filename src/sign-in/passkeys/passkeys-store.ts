import { sql } from 'kysely';
import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type TableOf, text } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';
import { MOST_PASSKEYS, type Passkey, passkeysTable } from './passkey.ts';

export const passkeyOwnersTable = defineTable(
  'passkey_owners',
  {
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    /** 32 random bytes, base64url: what authenticators keep instead of a name (WebAuthn level 3 §14.6.1). */
    handle: text('secret', 'removed').unique(),
    /** How many passkeys there are. Changing it locks the row, so that acts on one person's passkeys do not overlap. */
    passkeys: integer('internal', 'removed'),
    created_at: text<Instant>('internal', 'removed'),
  },
  {
    key: 'user_id',
    personal: { merging: { user_id: 'stays' }, parts: {} },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    passkey_owners: TableOf<typeof passkeyOwnersTable>;
    passkeys: TableOf<typeof passkeysTable>;
  }
}

const json = jsonOf(passkeysTable);
const readPasskey = json.read;

export async function hasPasskey(db: Db): Promise<boolean> {
  return (await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function findHandle(db: Db, userId: UserId): Promise<string | undefined> {
  const owner = db.selectFrom('passkey_owners').select('handle').where('user_id', '=', userId);
  return (await owner.executeTakeFirst())?.handle;
}

/** Every handle under which somebody's authenticators may know them. */
export async function listHandlesOf(db: Db, userId: UserId): Promise<string[]> {
  const ids = await listIdsOf(db, userId);
  const owners = db.selectFrom('passkey_owners').select('handle').where('user_id', 'in', valuesOf('bigint', ids));
  return (await owners.execute()).map(({ handle }) => handle);
}

/** Keeps `handle`, unless there is one already. */
export async function addOwner(tx: Tx, userId: UserId, handle: string, at: Instant): Promise<void> {
  await tx
    .insertInto('passkey_owners')
    .values({ user_id: userId, handle, passkeys: 0, created_at: at })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | undefined> {
  const found = db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId);
  const row = await found.executeTakeFirst();
  return row && json.read(row);
}

/** Counts one more. False at the maximum. */
export async function takeSlot(tx: Tx, userId: UserId): Promise<boolean> {
  const taken = tx
    .updateTable('passkey_owners')
    .set({ passkeys: sql`passkeys + 1` })
    .where('user_id', '=', userId)
    .where('passkeys', '<', MOST_PASSKEYS)
    .returning('user_id');
  return (await taken.executeTakeFirst()) !== undefined;
}

/** `undefined` when somebody, perhaps the same person, has added it already. */
export async function addPasskey(tx: Tx, passkey: Omit<Passkey, 'id'>): Promise<Passkey | undefined> {
  const added = tx
    .insertInto('passkeys')
    .values(json.write(passkey))
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll();
  const row = await added.executeTakeFirst();
  return row && json.read(row);
}

export async function renamePasskey(tx: Tx, userId: UserId, id: number, name: string): Promise<Passkey | undefined> {
  const renamed = tx.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId);
  const row = await renamed.returningAll().executeTakeFirst();
  return row && json.read(row);
}

/** Removes it; exactly one caller gets it. */
export async function dropPasskey(
  tx: Tx,
  userId: UserId,
  id: number,
): Promise<Pick<Passkey, 'name' | 'refused_at'> | undefined> {
  const dropped = tx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId);
  const was = await dropped.returning(['name', 'refused_at']).executeTakeFirst();
  if (was === undefined) return undefined;
  await tx.updateTable('passkey_owners').set({ passkeys: sql`passkeys - 1` }).where('user_id', '=', userId).execute();
  return was;
}

/** Counts them anew. */
export async function recountPasskeys(tx: Tx, userId: UserId): Promise<number> {
  const counted = tx.selectFrom('passkeys').select(({ fn }) => fn.countAll<number>().as('passkeys'));
  const { passkeys } = await counted.where('user_id', '=', userId).executeTakeFirstOrThrow();
  await tx.updateTable('passkey_owners').set({ passkeys }).where('user_id', '=', userId).execute();
  return passkeys;
}

/** The hosts on which somebody's passkeys count as a second factor. */
export async function listFactorHosts(db: Db, userId: UserId): Promise<string[]> {
  const found = db.selectFrom('passkeys').select('rp_id').distinct().where('user_id', '=', userId);
  const factors = found
    .where('refused_at', 'is', null)
    .where(({ eb, or }) => or([eb('verified_at', 'is not', null), eb('purpose', '=', 'second_step')]));
  return (await factors.orderBy('rp_id').execute()).map(({ rp_id }) => rp_id);
}

/** Removes all of a person's; they keep their handle. Returns how many there were. */
export async function dropPasskeysOf(tx: Tx, userId: UserId): Promise<number> {
  const dropped = await tx.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute();
  await tx.updateTable('passkey_owners').set({ passkeys: 0 }).where('user_id', '=', userId).execute();
  return dropped.length;
}

/** Removes those that one of these sign-ins added. Returns how many there were. */
export async function dropPasskeysAddedBy(tx: Tx, userId: UserId, sids: readonly SignInId[]): Promise<number> {
  const added = tx.deleteFrom('passkeys').where('user_id', '=', userId).where('added_by', 'in', valuesOf('text', sids));
  const dropped = (await added.returning('id').execute()).length;
  const owner = tx.updateTable('passkey_owners').where('user_id', '=', userId);
  if (dropped > 0) await owner.set({ passkeys: sql`passkeys - ${dropped}` }).execute();
  return dropped;
}

export async function dropOwner(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await tx.deleteFrom('passkey_owners').where('user_id', '=', userId).execute();
}

interface Use {
  readonly counter: number;
  readonly isBackedUp: boolean;
  readonly isUserVerified: boolean;
  readonly at: Instant;
}

/**
 * Notes a use, and tells who added the passkey, unless the counter has not grown: then a copy of a device-bound key was used in between (WebAuthn level 3 §6.1.1).
 * Synchronised passkeys are copies of each other, and most always send 0.
 */
export async function recordPasskeyUse(
  tx: Tx,
  id: number,
  { counter, isBackedUp, isUserVerified, at }: Use,
): Promise<Pick<Passkey, 'added_by'> | undefined> {
  const used = tx
    .updateTable('passkeys')
    .set({
      counter,
      last_used_at: at,
      ...(isUserVerified ? { verified_at: sql<Instant>`coalesce(verified_at, ${at})` } : {}),
      backed_up_at: isBackedUp ? sql<Instant>`coalesce(backed_up_at, ${at})` : null,
    })
    .where('id', '=', id)
    .where('refused_at', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        eb('counter', '<', counter),
        and([eb('counter', '=', 0), eb.lit(counter === 0)]),
        eb('device_type', '=', 'multiDevice'),
      ]),
    )
    .returning('added_by');
  return used.executeTakeFirst();
}

/** Shuts a passkey permanently. True for exactly one caller. */
export async function shutPasskey(tx: Tx, id: number, at: Instant): Promise<boolean> {
  const shut = tx.updateTable('passkeys').set({ refused_at: at }).where('id', '=', id).where('refused_at', 'is', null);
  return (await shut.returning('id').executeTakeFirst()) !== undefined;
}

/** Which of these users have a passkey that signs in by itself and is not refused. */
export async function findUsersWithPasskey(db: Db, userIds: readonly UserId[]): Promise<number[]> {
  const found = db.selectFrom('passkeys').select('user_id').distinct().where('user_id', 'in', userIds);
  const opening = found.where('refused_at', 'is', null).where('purpose', 'is', null);
  return (await opening.execute()).map(({ user_id }) => user_id);
}

/** Whether somebody has one for this host that has verified them, or was added for the second step. */
export async function hasFactorOn(tx: Tx, userId: UserId, host: string): Promise<boolean> {
  const found = tx.selectFrom('passkeys').select('id').where('user_id', '=', userId).where('rp_id', '=', host);
  const factor = found
    .where('refused_at', 'is', null)
    .where(({ eb, or }) => or([eb('verified_at', 'is not', null), eb('purpose', '=', 'second_step')]));
  return (await factor.limit(1).executeTakeFirst()) !== undefined;
}

/** A person's passkeys, in the order in which they were added. */
export async function listPasskeysOf(db: Db, userId: UserId): Promise<Passkey[]> {
  const rows = db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id');
  return (await rows.execute()).map(readPasskey);
}

/** The passkeys in force of these people, in the order in which they were added. */
export const listUsablePasskeys = (db: Db, userIds: readonly UserId[]) =>
  db
    .selectFrom('passkeys')
    .select(['user_id', 'credential_id'])
    .where('refused_at', 'is', null)
    .where('user_id', 'in', valuesOf('bigint', userIds))
    .orderBy('id')
    .execute();
