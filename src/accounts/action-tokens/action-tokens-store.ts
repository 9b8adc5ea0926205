import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { insertNumbered, type NewRow } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { type ActionToken, type actionTokensTable, isOpen, isUsable, NO_META, type TokenKind } from './action-token.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    action_tokens: TableOf<typeof actionTokensTable>;
  }
}

export const addActionToken = (tx: Tx, token: Omit<ActionToken, 'id'>): Promise<ActionToken> =>
  tx.insertInto('action_tokens').values(token).returningAll().executeTakeFirstOrThrow();

const NEW_TOKEN_COLUMNS = [
  'seed',
  'token_hash',
  'user_id',
  'kind',
  'expires_at',
  'created_at',
  'created_by',
  'ip',
  'meta',
] as const;

export type NewToken = NewRow<Omit<ActionToken, 'id'>, 'used_at' | 'replaced_at' | 'cancelled_at' | 'asked_at'>;

/** Adds tokens of different users. Returns the ids in the same order. */
export const addActionTokens = (tx: Tx, rows: readonly NewToken[]): Promise<(number | undefined)[]> =>
  insertNumbered(tx, 'user_id', {
    table: 'action_tokens',
    columns: NEW_TOKEN_COLUMNS,
    numbers: ['user_id', 'created_by'],
    rows,
  });

export const findUsable = (
  db: Db,
  by: { hash: string } | { seed: string },
  at: Instant,
): Promise<ActionToken | undefined> =>
  db
    .selectFrom('action_tokens')
    .selectAll()
    .where('hash' in by ? 'token_hash' : 'seed', '=', 'hash' in by ? by.hash : by.seed)
    .where(isUsable(at))
    .executeTakeFirst();

/** Finds a token in any state. */
export const findByHash = (db: Db, hash: string): Promise<ActionToken | undefined> =>
  db.selectFrom('action_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst();

/** Spends a token; of concurrent callers exactly one gets the row. */
export const spendActionToken = (
  tx: Tx,
  hash: string,
  kind: TokenKind,
  at: Instant,
): Promise<ActionToken | undefined> =>
  tx
    .updateTable('action_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .where(isUsable(at))
    .returningAll()
    .executeTakeFirst();

/** Marks every open token of a kind as replaced or cancelled. Returns how many there were. */
export async function closeTokens(
  tx: Tx,
  userId: UserId,
  kinds: readonly TokenKind[],
  how: 'replaced_at' | 'cancelled_at',
  at: Instant,
): Promise<number> {
  const closed = tx
    .updateTable('action_tokens')
    .set({ [how]: at })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where(isOpen);
  return (await closed.returning('id').execute()).length;
}

/** When the `turn`-th newest of a person's tokens was created, of those within a time. */
export async function createdInTurn(
  db: Db,
  userId: UserId,
  turn: number,
  within: { after: Instant; until: Instant },
): Promise<Instant | undefined> {
  const created = db
    .selectFrom('action_tokens')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', within.after)
    .where('created_at', '<=', within.until)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(turn - 1);
  return (await created.executeTakeFirst())?.created_at;
}

export const listTokensOf = (db: Db, userId: UserId): Promise<ActionToken[]> =>
  db.selectFrom('action_tokens').selectAll().where('user_id', '=', userId).orderBy('id').execute();

/** Not the form of any seed or digest, and unique, as both must be. */
const ERASED = sql<string>`'erased-' || id`;

/** Blanks the secrets and the request context of a person's tokens, and the context of those they requested for others. */
export async function blankTokens(tx: Tx, userId: UserId): Promise<void> {
  const nothing = { seed: ERASED, token_hash: ERASED, ip: null, meta: NO_META };
  await tx.updateTable('action_tokens').set(nothing).where('user_id', '=', userId).execute();
  await tx.updateTable('action_tokens').set({ ip: null }).where('created_by', '=', userId).execute();
}
