import { type ExpressionBuilder, sql } from 'kysely';
import type { Scope } from '../../accounts/permissions/scope.ts';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { olderThan, skipLocked } from '../../platform/database/sql-fragments.ts';
import { liesIn } from '../../platform/database/tenant-scope.ts';
import type { LeaseTimes } from '../../platform/jobs/delivery-worker.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { IS_SENDING, IS_STREAM, type Line, type Subscription, subscriptionsTable } from './subscription.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    event_subscriptions: TableOf<typeof subscriptionsTable>;
  }
}

const subscriptionJson = jsonOf(subscriptionsTable);

const isActiveOrUnnotified = ({ or, eb }: ExpressionBuilder<Schema, 'event_subscriptions'>) =>
  or([eb('state', '=', 'active'), eb('pause_notice', 'is not', null)]);

/** Whether anybody is to get events. Where nobody is, this is all that is ever asked. */
export async function hasActiveSubscription(db: Db): Promise<boolean> {
  const active = db.selectFrom('event_subscriptions').select('id').where(isActiveOrUnnotified).limit(1);
  return (await active.executeTakeFirst()) !== undefined;
}

export async function findSubscription(db: Db, id: string): Promise<Subscription | undefined> {
  const row = await db.selectFrom('event_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && subscriptionJson.read(row);
}

/** Of a service there is one at most. */
export async function findPullSubscription(db: Db, applicationId: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('event_subscriptions')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('form', '=', 'pull')
    .executeTakeFirst();
  return row && subscriptionJson.read(row);
}

/** The stream of a receiver: each has one at most. */
export async function findStreamOf(db: Db, applicationId: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('event_subscriptions')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where(sql.raw<boolean>(IS_STREAM))
    .executeTakeFirst();
  return row && subscriptionJson.read(row);
}

/** Those of an application that are called by webhooks, which orders go to; the oldest first. */
export async function listPushedTo(db: Db, applicationId: string): Promise<Subscription[]> {
  const pushed = db
    .selectFrom('event_subscriptions')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('form', '=', 'push');
  const rows = await pushed.orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => subscriptionJson.read(row));
}

/** Locks the row until the transaction ends. */
export async function holdSubscription(tx: Tx, id: string): Promise<Subscription | undefined> {
  const held = tx
    .updateTable('event_subscriptions')
    .set(({ ref }) => ({ id: ref('id') }))
    .where('id', '=', id);
  const row = await held.returningAll().executeTakeFirst();
  return row && subscriptionJson.read(row);
}

export const countSubscriptionsOf = (db: Db, applicationId: string, most: number): Promise<number> =>
  countUpTo(db, db.selectFrom('event_subscriptions').select('id').where('application_id', '=', applicationId), most);

export async function addSubscription(tx: Tx, subscription: Subscription): Promise<void> {
  await tx.insertInto('event_subscriptions').values(subscriptionJson.write(subscription)).execute();
}

export async function changeSubscription(tx: Tx, id: string, change: Partial<Subscription>): Promise<void> {
  await tx.updateTable('event_subscriptions').set(subscriptionJson.write(change)).where('id', '=', id).execute();
}

export async function dropSubscription(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('event_subscriptions').where('id', '=', id).execute();
}

interface ListWanted {
  readonly scope: Scope;
  readonly applicationId: string | undefined;
  /** The last one of the previous page. */
  readonly after: Pick<Subscription, 'created_at' | 'id'> | undefined;
}

const wanted = (db: Db, { scope, applicationId }: Omit<ListWanted, 'after'>) => {
  let rows = db.selectFrom('event_subscriptions');
  if (applicationId !== undefined) rows = rows.where('application_id', '=', applicationId);
  if (scope.tenantId === undefined) return rows;
  const ours = db.selectFrom('applications').select('id').where(liesIn(scope, 'tenant_id'));
  return rows.where('application_id', 'in', ours);
};

/** Newest first. */
export async function listSubscriptions(db: Db, list: ListWanted, limit: number): Promise<Subscription[]> {
  const { after } = list;
  let rows = wanted(db, list).selectAll();
  if (after !== undefined) rows = rows.where(olderThan(after));
  const found = await rows.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
  return found.map((row) => subscriptionJson.read(row));
}

export const countSubscriptions = (db: Db, list: Omit<ListWanted, 'after'>, most: number): Promise<number> =>
  countUpTo(db, wanted(db, list).select('id'), most);

/** A reader says up to where it has read. Its row says where to go on looking, so that nothing is looked through twice. */
export async function recordReading(
  tx: Tx,
  id: string,
  read: Pick<Subscription, 'position' | 'last_seq'>,
): Promise<void> {
  await tx
    .updateTable('event_subscriptions')
    .set(read)
    .where('id', '=', id)
    .where('form', '=', 'pull')
    .where(({ or, eb }) => or([eb('position', '<>', read.position), eb('last_seq', '<>', read.last_seq)]))
    .execute();
}

const isSending = sql.raw<boolean>(IS_SENDING);

const isFree =
  ({ now, longest }: LeaseTimes) =>
  ({ or, eb }: ExpressionBuilder<Schema, 'event_subscriptions'>) =>
    or([eb('leased_until', 'is', null), eb('leased_until', '<=', now), eb('leased_until', '>', longest)]);

/** In a line: the rest are for everybody else, however many receivers of one tenant never answer. */
const MOST_TURNS_OF_A_TENANT = 12;

/** The subscription that waits longest for its turn, and has something to look through. */
const nextTurn = (db: Db, line: Line, times: LeaseTimes) =>
  db
    .selectFrom('event_subscriptions')
    .select('id')
    .where(isSending)
    .where('due_at', '<=', times.now)
    .where(isFree(times))
    .where('quick_since', line === 'quick' ? 'is not' : 'is', null)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb(
          'position',
          '<',
          selectFrom('audit_seals').select(({ fn }) => fn.max('seq').as('tip')),
        ),
        eb('pause_notice', 'is not', null),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('applications')
          .select('applications.id')
          .whereRef('applications.id', '=', 'event_subscriptions.application_id')
          .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', times.now)]))
          .where(({ eb, selectFrom: select }) =>
            eb(
              eb.val(MOST_TURNS_OF_A_TENANT),
              '>',
              select('event_subscriptions as busy')
                .innerJoin('applications as theirs', 'theirs.id', 'busy.application_id')
                .select(({ fn }) => fn.countAll<number>().as('turns'))
                .where('busy.leased_until', '>', times.now)
                .where('busy.leased_until', '<=', times.longest)
                .where('busy.quick_since', line === 'quick' ? 'is not' : 'is', null)
                .whereRef('theirs.tenant_id', '=', 'applications.tenant_id'),
            ),
          ),
      ),
    )
    .orderBy('taken_at')
    .orderBy('id')
    .limit(1);

export const hasDueTurn =
  (line: Line) =>
  async (db: Db, times: LeaseTimes): Promise<boolean> =>
    (await nextTurn(db, line, times).executeTakeFirst()) !== undefined;

/** One turn at a time: the order of a subscription's events is that of the chain. */
export const takeTurn =
  (line: Line) =>
  async (tx: Tx, times: LeaseTimes): Promise<Subscription | undefined> => {
    const row = await tx
      .updateTable('event_subscriptions')
      .set({ taken_at: times.now, leased_until: times.until })
      .where('id', '=', skipLocked(nextTurn(tx, line, times)))
      .where(isFree(times))
      .returningAll()
      .executeTakeFirst();
    return row && subscriptionJson.read(row);
  };

export type TurnResult = Pick<
  Subscription,
  | 'position'
  | 'last_seq'
  | 'state'
  | 'pause_notice'
  | 'failures'
  | 'failing_since'
  | 'noticed_at'
  | 'quick_since'
  | 'due_at'
>;

/** True if the turn is still ours: nobody has paused, changed or set back the subscription meanwhile. */
export async function settleTurn(
  tx: Tx,
  { id, leased_until, state }: Subscription,
  result: TurnResult,
): Promise<boolean> {
  const settled = tx
    .updateTable('event_subscriptions')
    .set({ ...result, leased_until: null })
    .where('id', '=', id)
    .where('leased_until', '=', leased_until)
    .where('state', '=', state);
  return (await settled.executeTakeFirstOrThrow()).numUpdatedRows > 0;
}

/** Makes due what a clock put off that has been set back since. */
export async function recallTurns(tx: Tx, now: Instant, longest: Instant): Promise<void> {
  await tx
    .updateTable('event_subscriptions')
    .set({ due_at: now, taken_at: now })
    .where(({ or, eb }) => or([eb('due_at', '>', longest), eb('taken_at', '>', longest)]))
    .execute();
}

/** How far the last active one is behind the chain, and since when the first of those that fail does. */
export async function measureSubscriptions(db: Db): Promise<{ behind: number; failingSince: Instant | null }> {
  const tip = db.selectFrom('audit_seals').select(({ fn }) => fn.max('seq').as('tip'));
  const { last, failing_since, end } = await db
    .selectFrom('event_subscriptions')
    .select(({ fn }) => [fn.min('position').as('last'), fn.min('failing_since').as('failing_since'), tip.as('end')])
    .where(isSending)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  return { behind: last === null ? 0 : Math.max(0, (end ?? 0) - last), failingSince: failing_since };
}

/** A restored backup knows addresses and secrets that were taken back since: nothing is sent until somebody has looked. */
export async function stopAllSubscriptions(tx: Tx, at: Instant): Promise<number> {
  const stopped = tx
    .updateTable('event_subscriptions')
    .set({ state: 'restored', pause_notice: null, leased_until: null, updated_at: at })
    .set({ previous_secret: null, previous_until: null })
    .where(isActiveOrUnnotified);
  return Number((await stopped.executeTakeFirstOrThrow()).numUpdatedRows);
}

export async function forgetSubscriber(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('event_subscriptions').set({ created_by: null }).where('created_by', '=', userId).execute();
}
