import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../../../platform/database/define-table.ts';
import { insertRows } from '../../../platform/database/insert-rows.ts';
import { skipLocked } from '../../../platform/database/sql-fragments.ts';
import type { LeaseTimes } from '../../../platform/jobs/delivery-worker.ts';
import type { Instant } from '../../../platform/kernel/clock.ts';
import type { LogoutNotice } from './logout-notice.ts';
import { isDue, isWaiting, recallNotices } from './logout-notices-store.ts';

/** The turn of an application; its row is the guard over how many of its notices are under way. */
export const logoutTurnsTable = defineTable(
  'logout_turns',
  {
    application_id: text(),
    /** When a notice of it was last taken up. Whoever waits longest is next. */
    taken_at: text<Instant>(),
    /** Until then it is left alone, because it did not answer. */
    due_at: text<Instant>(),
    /** Attempts without an answer since it last answered. */
    failures: integer(),
    /** Since when it answers quickly. */
    quick_since: text<Instant>().orNull(),
  },
  {
    key: 'application_id',
    clustered: true,
    personal: { nobody: 'how an application answers' },
  },
);

export type LogoutTurn = RowOf<typeof logoutTurnsTable>;

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    logout_turns: TableOf<typeof logoutTurnsTable>;
  }
}

/** Applications that answer quickly are told in a line of their own, so that they never wait for those that do not. */
export const LINES = ['quick', 'slow'] as const;
export type Line = (typeof LINES)[number];

/** How many notices to one application are under way at once. */
const PLACES: Readonly<Record<Line, number>> = { quick: 2, slow: 1 };

/** Another transaction may hold the only notice of the application whose turn it is. */
const TURNS_TRIED = 3;

const ofTurn = sql.ref<string>('logout_turns.application_id');

const countUnderWay = (db: Db, application: string | typeof ofTurn, { now, longest }: LeaseTimes) =>
  db
    .selectFrom('logout_notices')
    .select(({ fn }) => fn.countAll<number>().as('under_way'))
    .where('application_id', '=', application)
    .where('leased_until', '>', now)
    .where('leased_until', '<=', longest);

/** The application that waits longest for its turn, has something due, and a free place. */
const nextTurn = (db: Db, line: Line, times: LeaseTimes) =>
  db
    .selectFrom('logout_turns')
    .select('application_id')
    .where('due_at', '<=', times.now)
    .where('quick_since', line === 'quick' ? 'is not' : 'is', null)
    .where(firstDue(db, ofTurn, times), 'is not', null) // `exists` would read every notice on PostgreSQL
    .where(countUnderWay(db, ofTurn, times), '<', PLACES[line])
    .orderBy('taken_at')
    .orderBy('application_id')
    .limit(1);

const notices = (db: Db, application: string | typeof ofTurn) =>
  db.selectFrom('logout_notices').select('id').where('application_id', '=', application);

const firstDue = (db: Db, application: string | typeof ofTurn, times: LeaseTimes) =>
  notices(db, application).where(isDue(times)).orderBy('due_at').orderBy('id').limit(1);

export const hasDueTurn =
  (line: Line) =>
  async (db: Db, times: LeaseTimes): Promise<boolean> =>
    (await nextTurn(db, line, times).executeTakeFirst()) !== undefined;

export interface TurnTaken {
  readonly notice: LogoutNotice;
  readonly failures: number;
}

/** Leases the notice that has waited longest of the application whose turn it is. */
export const takeTurn =
  (line: Line) =>
  async (tx: Tx, times: LeaseTimes): Promise<TurnTaken | undefined> => {
    for (let tried = 0; tried < TURNS_TRIED; tried++) {
      const turn = await tx
        .updateTable('logout_turns')
        .set({ taken_at: times.now })
        .where('application_id', '=', skipLocked(nextTurn(tx, line, times)))
        .returning(['application_id', 'failures'])
        .executeTakeFirst();
      if (turn === undefined) return undefined;
      const notice = await leaseNoticeOf(tx, turn.application_id, PLACES[line], times);
      if (notice !== undefined) return { notice, failures: turn.failures };
    }
    return undefined;
  };

/** The statement before has locked the application's turn, so that this one sees what others took up. */
const leaseNoticeOf = (tx: Tx, application: string, places: number, times: LeaseTimes) =>
  tx
    .updateTable('logout_notices')
    .set((eb) => ({ state: 'sending', leased_until: times.until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', skipLocked(firstDue(tx, application, times)))
    .where(isDue(times))
    .where(countUnderWay(tx, application, times), '<', places)
    .returningAll()
    .executeTakeFirst();

/** It answered: nothing is put off any more. */
export async function storeAnswer(tx: Tx, application: string, at: Instant, isQuick: boolean): Promise<void> {
  await tx
    .updateTable('logout_turns')
    .set(({ fn, val }) => ({
      failures: 0,
      due_at: at,
      quick_since: isQuick ? fn.coalesce('quick_since', val(at)) : null,
    }))
    .where('application_id', '=', application)
    .where(({ or, eb }) => or([eb('failures', '>', 0), eb('quick_since', isQuick ? 'is' : 'is not', null)]))
    .execute();
}

/** It did not answer: it is left alone until `due_at`. Of attempts at once that failed the first alone counts. */
export async function putOff(tx: Tx, application: string, failures: number, due_at: Instant): Promise<void> {
  await tx
    .updateTable('logout_turns')
    .set({ failures: failures + 1, due_at, quick_since: null })
    .where('application_id', '=', application)
    .where('failures', '=', failures)
    .execute();
}

/** Its address was changed: what failed at the one before says nothing about this one. */
export const startTurnAnew = (tx: Tx, application: string, at: Instant): Promise<void> =>
  storeAnswer(tx, application, at, false);

/** Gives these applications a turn, unless they have one. In one order, so that no two transactions wait for each other. */
export const addTurns = (tx: Tx, applications: readonly string[], at: Instant): Promise<void> =>
  insertRows(tx, {
    table: 'logout_turns',
    columns: ['application_id', 'taken_at', 'due_at', 'failures', 'quick_since'],
    numbers: ['failures'],
    rows: [...new Set(applications)]
      .sort()
      .map(
        (application_id): LogoutTurn => ({ application_id, taken_at: at, due_at: at, failures: 0, quick_since: null }),
      ),
    leaveOutTaken: true,
  });

/** Gives a turn to applications whose notices the version before wrote, and recalls what a clock put off that has been set back. */
export async function recallTurns(tx: Tx, now: Instant, longest: Instant): Promise<void> {
  const without = tx
    .selectFrom('logout_notices')
    .select('application_id')
    .distinct()
    .where(isWaiting)
    .where('application_id', 'not in', tx.selectFrom('logout_turns').select('application_id'));
  await addTurns(
    tx,
    (await without.execute()).map(({ application_id }) => application_id),
    now,
  );
  await tx
    .updateTable('logout_turns')
    .set({ due_at: now, taken_at: now })
    .where(({ or, eb }) => or([eb('due_at', '>', longest), eb('taken_at', '>', longest)]))
    .execute();
  await recallNotices(tx, now, longest);
}

/** Turns of applications that were told nothing since, and are owed nothing. */
export async function dropTurnsBefore(tx: Tx, before: Instant): Promise<void> {
  await tx
    .deleteFrom('logout_turns')
    .where('taken_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('logout_notices').select('id').where('application_id', '=', ofTurn))),
    )
    .execute();
}
