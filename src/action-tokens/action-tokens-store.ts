import { type Generated, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db, Tx } from '../database/database.ts';
import { insertNumbered } from '../database/insert-rows.ts';
import {
  type Age,
  directionOf,
  type NewestSearched,
  passing,
  searchNewest,
  within,
} from '../database/search-newest.ts';
import type { Instant } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { Role } from '../kernel/role.ts';
import type { SoughtPeople } from '../people-search/sought-people.ts';
import type { UserStatus } from '../users/user.ts';
import { type ActionToken, NO_META, type TokenKind } from './action-token.ts';

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

/** For different users. Returns the ids in the same order. */
export const addActionTokens = (tx: Tx, rows: readonly Omit<ActionToken, 'id'>[]): Promise<(number | undefined)[]> =>
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
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();

/** In any state. */
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
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', at)
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
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('cancelled_at', 'is', null);
  return (await closed.returning('id').execute()).length;
}

export const listTokensOf = (db: Db, userId: UserId): Promise<ActionToken[]> =>
  db.selectFrom('action_tokens').selectAll().where('user_id', '=', userId).orderBy('id').execute();

/** Blanks the context each token was requested from, in tokens the person requested for others too; the rows stay. */
export async function blankTokens(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('action_tokens').set({ ip: null, meta: NO_META }).where('user_id', '=', userId).execute();
  await tx.updateTable('action_tokens').set({ ip: null }).where('created_by', '=', userId).execute();
}

/** An invitation with the invited user and the inviter. */
export type InvitationRow = ActionToken & {
  readonly email: string;
  readonly full_name: string;
  readonly tenant_id: TenantId;
  readonly role: Role;
  readonly user_status: UserStatus;
  readonly invited_by: string | null;
};

interface InvitationFilter {
  readonly state: 'pending' | 'used' | 'expired' | 'replaced' | 'cancelled';
  readonly tenantId: TenantId | undefined;
  /** Only those of these people. */
  readonly people: SoughtPeople | undefined;
  readonly at: Instant;
}

interface InvitationPage {
  readonly first: Age;
  /** Only ids that come after this one in that order. */
  readonly after: number | undefined;
  readonly limit: number;
}

/** With one extra row. Of many people, those among the next so many invitations are found. */
export function searchInvitations(
  db: Db,
  { people, ...filter }: InvitationFilter & { people: SoughtPeople },
  page: InvitationPage,
): Promise<NewestSearched<InvitationRow>> {
  const all = { ...filter, people: undefined };
  const { first, after, limit } = page;
  const direction = directionOf(first);
  const listed = beyond(invitations(db, all), page).select('action_tokens.id').orderBy('action_tokens.id', direction);
  return searchNewest(db, { listed, limit, isFirst: after === undefined, first }, (edge) =>
    inFull(invitations(db, all), page)
      .where('action_tokens.id', within(first), edge)
      .where(people.isOne('action_tokens.user_id'))
      .orderBy('action_tokens.id', direction)
      .execute(),
  );
}

/** With one extra row. */
export const listInvitations = (db: Db, filter: InvitationFilter, page: InvitationPage): Promise<InvitationRow[]> =>
  // The unary plus keeps both engines off the order of ids, which leads past everybody else's invitations.
  inFull(invitations(db, filter), page)
    .orderBy(
      filter.people === undefined ? sql.ref('action_tokens.id') : sql`+action_tokens.id`,
      directionOf(page.first),
    )
    .execute();

const beyond = (found: ReturnType<typeof invitations>, { first, after }: InvitationPage) =>
  after === undefined ? found : found.where('action_tokens.id', passing(first), after);

const inFull = (found: ReturnType<typeof invitations>, page: InvitationPage) =>
  beyond(found, page)
    .leftJoin('users as inviters', 'inviters.id', 'action_tokens.created_by')
    .selectAll('action_tokens')
    .select(['users.email', 'users.full_name', 'users.tenant_id', 'users.role', 'users.status as user_status'])
    .select('inviters.full_name as invited_by')
    .limit(page.limit + 1);

export async function countInvitations(db: Db, filter: InvitationFilter, most: number): Promise<number> {
  return countUpTo(db, invitations(db, filter).select('action_tokens.id'), most);
}

function invitations(db: Db, { state, tenantId, people, at }: InvitationFilter) {
  const all = db
    .selectFrom('action_tokens')
    .innerJoin('users', 'users.id', 'action_tokens.user_id')
    .where('action_tokens.kind', '=', 'invite');
  const named = people?.ids === undefined ? all : all.where('action_tokens.user_id', 'in', people.ids);
  // The unary plus keeps SQLite off the tenant index: the people are few, the tenant index has a whole tenant.
  const tenant = people === undefined ? sql.ref('users.tenant_id') : sql`+users.tenant_id`;
  const here = tenantId === undefined ? named : named.where(sql<boolean>`${tenant} = ${tenantId}`);
  if (state === 'used' || state === 'replaced' || state === 'cancelled')
    return here.where(`action_tokens.${state}_at`, 'is not', null);
  const open = (['used_at', 'replaced_at', 'cancelled_at'] as const).reduce(
    (query, column) => query.where(`action_tokens.${column}`, 'is', null),
    here,
  );
  return open.where('action_tokens.expires_at', state === 'pending' ? '>' : '<=', at);
}
