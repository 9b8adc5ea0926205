import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db, Tx } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import type { PersonalValues } from '../database/personal-data.ts';
import type { Schema } from '../database/schema.ts';
import {
  type Age,
  directionOf,
  type NewestSearched,
  passing,
  searchNewest,
  within,
} from '../database/search-newest.ts';
import type { Ids } from '../database/sql-fragments.ts';
import { liesIn, type TenantScope } from '../database/tenant-scope.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { afterBeginning } from '../kernel/text.ts';
import { type MailKind, type MailState, NO_WORDS, type OutboxMail } from './mail.ts';
import { listReasonsNaming } from './outbox-store.ts';

interface MailPage {
  readonly first: Age;
  /** Only ids after this one, in the order of the list. */
  readonly after: number | undefined;
  readonly limit: number;
}

/** Recipients found by a search for people. */
interface Recipients {
  /** Their ids, if there are few. */
  readonly ids: Ids | undefined;
  /** Whether a column has the id of one of them. */
  readonly isOne: (column: string) => RawBuilder<boolean>;
}

interface MailFilter extends TenantScope {
  readonly state?: MailState | undefined;
  readonly userId?: UserId | undefined;
  readonly sought?: MailsSearch | undefined;
}

/** Mails to an address with this beginning, or to one of these people. */
interface MailsSearch {
  readonly toBegins: string;
  readonly recipients: Recipients | undefined;
}

type ListedMails = Omit<NewestSearched<OutboxMail>, 'isUncounted'> & { readonly isUncounted?: boolean };

/** Lists with one extra row. If many people match, only a limited number of mails is scanned per page. */
export async function listMails(db: Db, filter: MailFilter, page: MailPage, cap: number): Promise<ListedMails> {
  const { sought } = filter;
  if (sought?.recipients !== undefined && sought.recipients.ids === undefined)
    return searchMails(db, filter, sought.recipients, page);
  // The unary plus keeps both engines from scanning in order of ids, past everybody else's mails.
  const order = sought === undefined ? sql.ref('id') : sql`+id`;
  const rows = await inFull(matching(db, filter), page).orderBy(order, directionOf(page.first)).execute();
  return { rows, counted: await countUpTo(db, matching(db, filter).select('id'), cap), searchedTo: undefined };
}

function searchMails(db: Db, { sought, ...filter }: MailFilter, recipients: Recipients, page: MailPage) {
  const { first, after, limit } = page;
  const direction = directionOf(first);
  const listed = beyond(matching(db, filter), page).select('id').orderBy('id', direction);
  return searchNewest(db, { listed, limit, isFirst: after === undefined, first }, (edge) =>
    inFull(matching(db, filter), page)
      .where('id', within(first), edge)
      .where((mail) => mail.or([recipients.isOne('mails.user_id'), beginsWith(mail, sought?.toBegins ?? '')]))
      .orderBy('id', direction)
      .execute(),
  );
}

const beginsWith = (mail: ExpressionBuilder<Schema, 'mails'>, beginning: string) =>
  mail.and([mail('to_address', '>=', beginning), mail('to_address', '<', afterBeginning(beginning))]);

const beyond = (found: ReturnType<typeof matching>, { first, after }: MailPage) =>
  after === undefined ? found : found.where('id', passing(first), after);

const inFull = (found: ReturnType<typeof matching>, page: MailPage) =>
  beyond(found, page)
    .selectAll()
    .limit(page.limit + 1);

export interface MailHealth {
  readonly waiting: number;
  /** How long the oldest waiting mail has waited. */
  readonly waiting_since: Instant | null;
  /** Failed for good: needs a person's attention. */
  readonly parked: number;
}

export async function mailHealth(db: Db, scope: TenantScope): Promise<MailHealth> {
  const counted = matching(db, scope).select(({ fn }) => [
    fn.countAll<number>().as('count'),
    fn.min('created_at').as('first'),
  ]);
  // Exactly the condition of the partial index on due mails, so that only that index is read.
  const waiting = await counted.where(sql<boolean>`state in ('queued', 'sending')`).executeTakeFirstOrThrow();
  const parked = await counted.where('state', '=', 'failed').executeTakeFirstOrThrow();
  return { waiting: waiting.count, waiting_since: waiting.first, parked: parked.count };
}

export const findMail = (db: Db, id: number): Promise<OutboxMail | undefined> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();

function matching(db: Db, { state, userId, sought, ...scope }: MailFilter) {
  let query = db.selectFrom('mails');
  if (sought !== undefined) query = query.where('id', 'in', idsOf(db, sought));
  // The tenant index covers a whole tenant, while few mails are searched for; the newest of many tenants are found by id.
  const indexed = sought === undefined && scope.below !== true;
  if (scope.tenantId !== undefined) query = query.where(liesIn(scope, 'tenant_id', { indexed }));
  if (state !== undefined) query = query.where('state', '=', state);
  return userId === undefined ? query : query.where('user_id', '=', userId);
}

function idsOf(db: Db, { toBegins, recipients }: MailsSearch) {
  const addressed = db
    .selectFrom('mails')
    .select('id')
    .where((mail) => beginsWith(mail, toBegins));
  if (recipients?.ids === undefined) return addressed;
  return db.selectFrom('mails').select('id').where('user_id', 'in', recipients.ids).union(addressed);
}

/** Ids of mails to or about a person, for the privacy room. */
export async function listMailIds(db: Db, values: PersonalValues): Promise<number[]> {
  const { userId, emails } = values;
  const found = db
    .selectFrom('mails')
    .select('id')
    .where((mail) =>
      mail.or([
        mail('user_id', '=', userId),
        mail('named_id', '=', userId),
        ...(emails.length > 0 ? [mail('to_address', 'in', emails)] : []),
      ]),
    );
  const ids = (await found.execute()).map(({ id }) => id);
  const reasoned = (await listReasonsNaming(db, values)).map(({ id }) => id);
  return [...new Set([...ids, ...reasoned])].sort((one, other) => one - other);
}

/** `undefined` when there is no such mail. */
export const findMailState = async (db: Db, id: number): Promise<OutboxMail['state'] | undefined> =>
  (await db.selectFrom('mails').select('state').where('id', '=', id).executeTakeFirst())?.state;

/** Removes the contents of mails that ended before an instant; the row stays. Returns how many. */
export async function blankEndedMails(tx: Tx, before: Instant, most: number): Promise<number> {
  const ended = tx
    .selectFrom('mails')
    .select('id')
    .where('state', 'in', ['sent', 'failed', 'cancelled'])
    .where('created_at', '<', before)
    .where('params', '<>', sql.lit(NO_WORDS))
    .limit(most);
  const blanked = tx
    .updateTable('mails')
    .set({ params: NO_WORDS, secret_ref: null, named_id: null })
    .where('id', 'in', ended);
  return (await blanked.returning('id').execute()).length;
}

type NewestMail = Pick<OutboxMail, 'state' | 'due_at'>;

/** The newest mail of a kind to each of these people. */
export async function findNewestMails(
  db: Db,
  kind: MailKind,
  userIds: readonly UserId[],
): Promise<Map<UserId | null, NewestMail>> {
  const mails = db
    .selectFrom('mails')
    .select(['user_id', 'state', 'due_at'])
    .where('user_id', 'in', valuesOf('bigint', userIds))
    .where('kind', '=', kind)
    .orderBy('id');
  return new Map((await mails.execute()).map(({ user_id, ...mail }) => [user_id, mail]));
}

/** The waiting mails of all tenants. */
interface OutboxBacklog {
  /** Counted up to a cap. */
  readonly waiting: number;
  /** When the first of them is due. */
  readonly firstDue: Instant | null;
}

/** With ORDER BY, or SQLite would scan a larger index over all mails ever. */
export async function outboxBacklog(db: Db, most: number): Promise<OutboxBacklog> {
  // Exactly the condition of the index `mails__due`.
  const waiting = db.selectFrom('mails').where(sql<boolean>`state in ('queued', 'sending')`);
  const first = waiting.select('due_at').orderBy('due_at').orderBy('id').limit(most);
  const counted = db
    .selectFrom(first.as('first'))
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min<Instant | null>('due_at').as('firstDue')]);
  return counted.executeTakeFirstOrThrow();
}

/** Cancels the unsent mails of these users. A node that is sending one of them loses its lease. */
export async function cancelMails(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'cancelled', leased_until: null })
    .where('user_id', 'in', valuesOf('bigint', userIds))
    .where('state', 'in', ['queued', 'sending'])
    .execute();
}
