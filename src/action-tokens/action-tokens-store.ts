import { type Generated, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db, Engine, Tx } from '../database/database.ts';
import { insertNumbered } from '../database/insert-rows.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Role } from '../kernel/role.ts';
import { afterBeginning } from '../kernel/text.ts';
import type { UserStatus } from '../users/user.ts';
import type { ActionToken, TokenKind } from './action-token.ts';

declare module '../database/schema.ts' {
  interface Schema {
    action_tokens: Omit<ActionToken, 'id'> & { id: Generated<number> };
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

/** For different people. Their ids, in their order. */
export const addActionTokens = (
  tx: Tx,
  engine: Engine,
  rows: readonly Omit<ActionToken, 'id'>[],
): Promise<(number | undefined)[]> =>
  insertNumbered(tx, 'user_id', {
    engine,
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
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();

/** Whatever became of it. */
export const findByHash = (db: Db, hash: string): Promise<ActionToken | undefined> =>
  db.selectFrom('action_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst();

/** Spends a token: of all who try, one gets the row. */
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
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst();

/** Marks every open token of a kind as replaced or cancelled. Returns how many there were. */
export async function closeTokens(
  tx: Tx,
  userId: number,
  kinds: readonly TokenKind[],
  how: 'replaced_at' | 'cancelled_at',
  at: Instant,
): Promise<number> {
  const closed = tx
    .updateTable('action_tokens')
    .set({ [how]: at })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null);
  return (await closed.returning('id').execute()).length;
}

export const listTokensOf = (db: Db, userId: number): Promise<ActionToken[]> =>
  db.selectFrom('action_tokens').selectAll().where('user_id', '=', userId).orderBy('id').execute();

/** What a token was asked for from where goes, also of those the person had made for others; that it was issued stays. */
export async function blankTokens(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('action_tokens').set({ ip: null, meta: '{}' }).where('user_id', '=', userId).execute();
  await tx.updateTable('action_tokens').set({ ip: null }).where('created_by', '=', userId).execute();
}

/** An invitation with whom it invites, and by whom. */
export type InvitationRow = ActionToken & {
  readonly email: string;
  readonly full_name: string;
  readonly tenant_id: number;
  readonly role: Role;
  readonly user_status: UserStatus;
  readonly invited_by: string | null;
};

interface InvitationFilter {
  readonly state: 'pending' | 'used' | 'expired' | 'replaced' | 'cancelled';
  readonly tenantId: number | undefined;
  readonly emailBegins: string;
  readonly at: Instant;
}

export const listInvitations = (
  db: Db,
  { before, limit, ...filter }: InvitationFilter & { before: number | undefined; limit: number },
): Promise<InvitationRow[]> => {
  const found = invitations(db, filter)
    .leftJoin('users as inviters', 'inviters.id', 'action_tokens.created_by')
    .selectAll('action_tokens')
    .select(['users.email', 'users.full_name', 'users.tenant_id', 'users.role', 'users.status as user_status'])
    .select('inviters.full_name as invited_by');
  const page = before === undefined ? found : found.where('action_tokens.id', '<', before);
  return page
    .orderBy('action_tokens.id', 'desc')
    .limit(limit + 1)
    .execute();
};

export async function countInvitations(db: Db, filter: InvitationFilter, most: number): Promise<number> {
  return countUpTo(db, invitations(db, filter).select('action_tokens.id'), most);
}

function invitations(db: Db, { state, tenantId, emailBegins, at }: InvitationFilter) {
  const all = db
    .selectFrom('action_tokens')
    .innerJoin('users', 'users.id', 'action_tokens.user_id')
    .where('action_tokens.kind', '=', 'invite');
  const named =
    emailBegins === ''
      ? all
      : all.where('users.email', '>=', emailBegins).where('users.email', '<', afterBeginning(emailBegins));
  // The sign keeps the indexes by tenant out: a whole tenant would be walked for whom the index of addresses finds at once.
  const tenant = emailBegins === '' ? sql.ref('users.tenant_id') : sql`+users.tenant_id`;
  const here = tenantId === undefined ? named : named.where(sql<boolean>`${tenant} = ${tenantId}`);
  if (state === 'used' || state === 'replaced' || state === 'cancelled')
    return here.where(`action_tokens.${state}_at`, 'is not', null);
  const open = (['used_at', 'replaced_at', 'cancelled_at'] as const).reduce(
    (query, column) => query.where(`action_tokens.${column}`, 'is', null),
    here,
  );
  return open.where('action_tokens.expires_at', state === 'pending' ? '>' : '<=', at);
}
