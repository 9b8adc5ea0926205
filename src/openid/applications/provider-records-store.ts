import { hash } from 'node:crypto';
import type { PeopleOutside } from '../../accounts/users/accounts-store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, json, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import { fromJson, toJson } from '../../platform/database/json-column.ts';
import { type Instant, latestWritten } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/** The library's own payload of a record. */
export type Payload = Readonly<Record<string, unknown>>;

/** A token, code, grant, browser session or interaction of the protocol. */
export const providerRecordsTable = defineTable(
  'provider_records',
  {
    model: text('in application_tokens.model', 'removed'),
    /** Digest of its id, which for most kinds is the token itself and is never stored. */
    digest: text('secret', 'removed'),
    payload: json<Payload>('secret', 'removed'),
    application_id: text('internal', 'removed').orNull(),
    user_id: integer<UserId>('duplicate', 'removed').orNull(),
    grant_id: text('secret', 'removed').orNull(),
    uid: text('secret', 'removed').orNull(),
    /** Of the sign-in that it was given in; a trigger deletes it when that ends. */
    sid: text('secret', 'removed').orNull(),
    created_at: text<Instant>('internal', 'removed'),
    expires_at: text<Instant>('internal', 'removed'),
    consumed_at: text<Instant>('internal', 'removed').orNull(),
  },
  {
    key: ['model', 'digest'],
    clustered: true,
    indexes: {
      application_id: 'application_id',
      user_id: 'user_id',
      grant_id: 'grant_id',
      uid: 'uid',
      expires_at: 'expires_at',
      sid: { columns: 'sid', where: 'sid is not null' },
    },
    endsWith: { key: 'sid', parent: 'sign_ins', isSet: 'ended_at' },
    personal: {
      merging: { user_id: 'waits' },
      parts: { application_tokens: { purpose: 'applications', kept: { rule: 'provider_records', from: 'end' } } },
    },
  },
);

export type ProviderRecord = RowOf<typeof providerRecordsTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    provider_records: TableOf<typeof providerRecordsTable>;
  }
}

export const digestOfId = (id: string): string => hash('sha256', id, 'base64url');

export interface FoundRecord {
  readonly payload: Payload;
  readonly created_at: Instant;
  readonly consumed_at: Instant | null;
}

export interface NewRecord extends Omit<ProviderRecord, 'digest' | 'payload' | 'consumed_at'> {
  readonly id: string;
  readonly payload: Payload;
}

/** Single-use records are written once; others change during their lifetime. */
export async function writeRecord(tx: Tx, { id, payload, ...rest }: NewRecord, mayChange: boolean): Promise<void> {
  const row = { ...rest, digest: digestOfId(id), payload: toJson(payload), consumed_at: null };
  const added = tx.insertInto('provider_records').values(row);
  if (!mayChange) return void (await added.execute());
  const { payload: changed, application_id, user_id, grant_id, uid, sid, expires_at } = row;
  await added
    .onConflict((conflict) =>
      conflict
        .columns(['model', 'digest'])
        .doUpdateSet({ payload: changed, application_id, user_id, grant_id, uid, sid, expires_at }),
    )
    .execute();
}

const one = (db: Db, model: string) => db.selectFrom('provider_records').where('model', '=', model);

/** By the digest of its id, expired or not. */
export async function findRecordByDigest(db: Db, model: string, digest: string): Promise<FoundRecord | undefined> {
  return foundIn(await one(db, model).selectAll().where('digest', '=', digest).executeTakeFirst());
}

interface Changed {
  readonly payload: Payload;
  readonly userId: UserId | null;
  readonly grantId: string | null;
}

/** The caller must have won the right to change it by another conditional statement. */
export async function changePayload(
  tx: Tx,
  { model, digest }: Pick<ProviderRecord, 'model' | 'digest'>,
  { payload, userId, grantId }: Changed,
): Promise<void> {
  await tx
    .updateTable('provider_records')
    .set({ payload: toJson(payload), user_id: userId, grant_id: grantId })
    .where('model', '=', model)
    .where('digest', '=', digest)
    .execute();
}

export async function findRecord(db: Db, model: string, id: string, at: Instant): Promise<FoundRecord | undefined> {
  const found = one(db, model).selectAll().where('digest', '=', digestOfId(id)).where('expires_at', '>', at);
  return foundIn(await found.where('created_at', '<=', latestWritten(at)).executeTakeFirst());
}

export async function findRecordByUid(db: Db, model: string, uid: string): Promise<FoundRecord | undefined> {
  return foundIn(await one(db, model).selectAll().where('uid', '=', uid).executeTakeFirst());
}

const foundIn = (row: ProviderRecord | undefined): FoundRecord | undefined =>
  row && { payload: fromJson(row.payload), created_at: row.created_at, consumed_at: row.consumed_at };

/** Spends it; exactly one caller gets the payload. */
export async function consumeRecord(tx: Tx, model: string, id: string, at: Instant): Promise<Payload | undefined> {
  const spent = tx
    .updateTable('provider_records')
    .set({ consumed_at: at })
    .where('model', '=', model)
    .where('digest', '=', digestOfId(id))
    .where('consumed_at', 'is', null);
  const row = await spent.returning('payload').executeTakeFirst();
  return row && fromJson(row.payload);
}

/** True for the one caller who removed it. */
export async function dropRecord(tx: Tx, model: string, id: string): Promise<boolean> {
  const dropped = tx.deleteFrom('provider_records').where('model', '=', model).where('digest', '=', digestOfId(id));
  return (await dropped.returning('digest').executeTakeFirst()) !== undefined;
}

export async function dropRecordByUid(tx: Tx, model: string, uid: string): Promise<void> {
  await tx.deleteFrom('provider_records').where('model', '=', model).where('uid', '=', uid).execute();
}

/**
 * Deletes a grant and everything issued from it; tokens being issued meanwhile are then invalid. True for exactly one caller. The
 * grant is deleted first, so that concurrent callers wait for that row alone and cannot deadlock.
 */
export async function dropGrant(tx: Tx, grantId: string): Promise<boolean> {
  if (!(await dropRecord(tx, 'Grant', grantId))) return false;
  await tx.deleteFrom('provider_records').where('grant_id', '=', grantId).execute();
  return true;
}

export async function dropTokensOf(tx: Tx, model: string, grantId: string): Promise<void> {
  await tx.deleteFrom('provider_records').where('model', '=', model).where('grant_id', '=', grantId).execute();
}

interface Whose {
  readonly userId?: UserId;
  readonly applicationId?: string;
  /** For all ids that the subquery finds. */
  readonly userIds?: PeopleOutside;
}

/** Codes, tokens and grants of a person, of an application, or of some people at an application. */
export async function dropRecordsOf(tx: Tx, { userId, applicationId, userIds }: Whose): Promise<void> {
  if (userId === undefined && applicationId === undefined) throw new Error('Whose records?');
  let dropped = tx.deleteFrom('provider_records');
  if (userId !== undefined) dropped = dropped.where('user_id', '=', userId);
  if (applicationId !== undefined) dropped = dropped.where('application_id', '=', applicationId);
  if (userIds !== undefined) dropped = dropped.where('user_id', 'in', userIds);
  await dropped.execute();
}

/** What leads to tokens of an application but has not yet. */
const UNDER_WAY = ['Interaction', 'AuthorizationCode', 'DeviceCode'];

/** Requests, codes and device codes; what they became stays. */
export async function dropUnderWay(tx: Tx, applicationId: string): Promise<void> {
  await tx
    .deleteFrom('provider_records')
    .where('application_id', '=', applicationId)
    .where('model', 'in', UNDER_WAY)
    .execute();
}

/** Every code, token, grant and browser session of the protocol. Returns how many. */
export const dropAllRecords = async (tx: Tx): Promise<number> =>
  Number((await tx.deleteFrom('provider_records').executeTakeFirstOrThrow()).numDeletedRows);

export const countRecordsOf = async (db: Db, userId: UserId): Promise<{ model: string; count: number }[]> => {
  const rows = await db
    .selectFrom('provider_records')
    .select(({ fn }) => ['model', fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .groupBy('model')
    .orderBy('model')
    .execute();
  return rows.map(({ model, count }) => ({ model, count: Number(count) }));
};
