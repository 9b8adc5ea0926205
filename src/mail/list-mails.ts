import { sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db, Tx } from '../database/database.ts';
import type { PersonalValues } from '../database/personal-data.ts';
import type { Instant } from '../kernel/clock.ts';
import { afterBeginning } from '../kernel/text.ts';
import type { MailState, OutboxMail } from './mail.ts';
import { listReasonsNaming } from './outbox-store.ts';

export interface MailsWanted extends MailFilter {
  /** Only older ones than this id. */
  readonly before: number | undefined;
  readonly limit: number;
}

interface MailFilter {
  /** Undefined: every tenant. */
  readonly tenantId: number | undefined;
  readonly state?: MailState | undefined;
  readonly userId?: number | undefined;
  /** What the recipient's address begins with, as addresses are kept. */
  readonly toBegins?: string | undefined;
}

/** Newest first, with one row to spare. */
export function listMails(db: Db, { before, limit, ...filter }: MailsWanted): Promise<OutboxMail[]> {
  const found = matching(db, filter).selectAll();
  const page = before === undefined ? found : found.where('id', '<', before);
  return page
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function countMails(db: Db, filter: MailFilter, most: number): Promise<number> {
  return countUpTo(db, matching(db, filter).select('id'), most);
}

export interface MailHealth {
  readonly waiting: number;
  /** Since when the one that waits longest has been waiting. */
  readonly waiting_since: Instant | null;
  /** Refused for good: somebody has to look at them. */
  readonly parked: number;
}

export async function mailHealth(db: Db, tenantId: number | undefined): Promise<MailHealth> {
  const counted = matching(db, { tenantId, state: undefined, userId: undefined }).select(({ fn }) => [
    fn.countAll<number>().as('count'),
    fn.min('created_at').as('first'),
  ]);
  // Word by word the condition of the index of what is due; it holds nothing else.
  const waiting = await counted.where(sql<boolean>`state in ('queued', 'sending')`).executeTakeFirstOrThrow();
  const parked = await counted.where('state', '=', 'failed').executeTakeFirstOrThrow();
  return { waiting: waiting.count, waiting_since: waiting.first, parked: parked.count };
}

export const findMail = (db: Db, id: number): Promise<OutboxMail | undefined> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();

/** From so many characters on few addresses begin alike; a shorter beginning is met soon among the newest. */
const TELLING = 3;

function matching(db: Db, { tenantId, state, userId, toBegins = '' }: MailFilter) {
  let query = db.selectFrom('mails');
  if (toBegins !== '')
    query = query.where('to_address', '>=', toBegins).where('to_address', '<', afterBeginning(toBegins));
  // The sign keeps the indexes by tenant out: a whole tenant would be walked for an address that its own index finds at once.
  const tenant = toBegins.length < TELLING ? sql.ref('tenant_id') : sql`+tenant_id`;
  if (tenantId !== undefined) query = query.where(sql<boolean>`${tenant} = ${tenantId}`);
  if (state !== undefined) query = query.where('state', '=', state);
  return userId === undefined ? query : query.where('user_id', '=', userId);
}

/** What the privacy room asks of the outbox. */
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

/** `undefined` for no such mail. */
export const findMailState = async (db: Db, id: number): Promise<OutboxMail['state'] | undefined> =>
  (await db.selectFrom('mails').select('state').where('id', '=', id).executeTakeFirst())?.state;

/** Mails that ended before an instant keep their fact and lose their contents. Returns how many. */
export async function blankEndedMails(tx: Tx, before: Instant, most: number): Promise<number> {
  const ended = tx
    .selectFrom('mails')
    .select('id')
    .where('state', 'in', ['sent', 'failed', 'cancelled'])
    .where('created_at', '<', before)
    .where('params', '<>', sql.lit('{}'))
    .limit(most);
  const blanked = tx
    .updateTable('mails')
    .set({ params: '{}', secret_ref: null, named_id: null })
    .where('id', 'in', ended);
  return (await blanked.returning('id').execute()).length;
}
