import { sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { MailState, OutboxMail } from './mail.ts';
import * as store from './outbox-store.ts';

export interface MailsWanted {
  /** Undefined: every tenant. */
  readonly tenantId: number | undefined;
  readonly state?: MailState | undefined;
  readonly userId?: number | undefined;
  /** Only older ones than this id. */
  readonly before: number | undefined;
  readonly limit: number;
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

export async function countMails(
  db: Db,
  filter: Pick<MailsWanted, 'tenantId' | 'state' | 'userId'>,
  most: number,
): Promise<number> {
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

function matching(db: Db, { tenantId, state, userId }: Pick<MailsWanted, 'tenantId' | 'state' | 'userId'>) {
  let query = db.selectFrom('mails');
  if (tenantId !== undefined) query = query.where('tenant_id', '=', tenantId);
  if (state !== undefined) query = query.where('state', '=', state);
  return userId === undefined ? query : query.where('user_id', '=', userId);
}

/** What the privacy room asks of the outbox. */
export const listMailIds = store.listMailIds;
export const findMailState = store.findMailState;
export const blankEndedMails = store.blankEndedMails;
