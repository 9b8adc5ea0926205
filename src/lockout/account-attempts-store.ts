import { type ExpressionBuilder, sql } from 'kysely';
import {
  ATTEMPT_WINDOW_CLOSES_AFTER,
  ATTEMPT_WINDOW_STALE_AFTER,
  type AttemptAnswer,
  type AttemptOutcome,
  type AttemptReservation,
  type AttemptRule,
} from '../counters/attempt-counter.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { Milliseconds } from '../kernel/durations.ts';

/** Guesses at one account's password or codes. Times are epoch milliseconds, since they are compared with arithmetic. */
interface AccountAttemptsTable {
  user_id: number;
  /** Wrong ones in a row. */
  failures: number;
  /** Reserved and not yet evaluated, all of the window that began at `window_started_ms`. */
  pending: number;
  window_started_ms: Milliseconds;
  /** 0 when not locked. */
  locked_until_ms: Milliseconds;
}

declare module '../database/schema.ts' {
  interface Schema {
    account_attempts: AccountAttemptsTable;
  }
}

type Row = ExpressionBuilder<Schema, 'account_attempts'>;

/**
 * Reserves one evaluation in one conditional statement, so that failures and evaluations under way never exceed the
 * threshold together, whoever asks at the same time.
 */
export async function reserveAttempt(
  tx: Tx,
  userId: number,
  rule: AttemptRule,
  now: Milliseconds,
): Promise<AttemptReservation | undefined> {
  const fresh = sql<boolean>`(account_attempts.pending = 0 or account_attempts.window_started_ms <= ${now - ATTEMPT_WINDOW_STALE_AFTER})`;
  const failures = sql<number>`case when account_attempts.locked_until_ms > 0 then 0 else account_attempts.failures end`;
  const nextStart = sql<number>`case when account_attempts.window_started_ms >= ${now} then account_attempts.window_started_ms + 1 else ${now} end`;
  const row = await tx
    .insertInto('account_attempts')
    .values({ user_id: userId, failures: 0, pending: 1, window_started_ms: now, locked_until_ms: 0 })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({
          failures, // reached only when not locked: a lock that is still noted has run out
          locked_until_ms: 0,
          pending: sql`case when ${fresh} then 1 else account_attempts.pending + 1 end`,
          window_started_ms: sql`case when ${fresh} then ${nextStart} else account_attempts.window_started_ms end`,
        })
        .where('account_attempts.locked_until_ms', '<=', now)
        .where(sql<boolean>`(${fresh} or account_attempts.window_started_ms > ${now - ATTEMPT_WINDOW_CLOSES_AFTER})`)
        // Where none is pending there is a place, also when the threshold was lowered below what was counted.
        .where(sql<boolean>`(${fresh} or ${failures} + account_attempts.pending < ${rule.threshold})`),
    )
    .returning('window_started_ms')
    .executeTakeFirst();
  return row && { key: String(userId), window: row.window_started_ms };
}

/** The same way there and back as `reserveAttempt`; it finds nothing and leaves nothing. */
export async function reserveForNobody(tx: Tx): Promise<void> {
  await tx
    .updateTable('account_attempts')
    .set(({ ref }) => ({ pending: ref('pending') }))
    .where('user_id', '=', 0)
    .execute();
}

/** Why no reservation was to be had. */
export async function whyRefused(
  db: Db,
  userId: number,
  now: Milliseconds,
): Promise<Exclude<AttemptAnswer, { kind: 'reserved' }>> {
  const row = await db
    .selectFrom('account_attempts')
    .select('locked_until_ms')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && row.locked_until_ms > now
    ? { kind: 'locked', until: row.locked_until_ms }
    : { kind: 'busy' };
}

/** Counts a wrong one, and locks when it was the last. */
export async function failAttempt(
  tx: Tx,
  reservation: AttemptReservation,
  rule: AttemptRule,
  now: Milliseconds,
): Promise<AttemptOutcome> {
  const row = await tx
    .updateTable('account_attempts')
    .set((column) => ({
      failures: sql`failures + 1`,
      pending: fewerPending(column, reservation),
      locked_until_ms: sql`case when failures + 1 >= ${rule.threshold} then ${now + rule.lockFor} else locked_until_ms end`,
    }))
    .where('user_id', '=', Number(reservation.key))
    .returning(['failures', 'locked_until_ms'])
    .executeTakeFirstOrThrow();
  return { failures: Math.min(row.failures, rule.threshold), lockedUntil: row.locked_until_ms || null };
}

/** The attempt was neither right nor wrong, or never evaluated. Tells the count as it stands. */
export async function releaseAttempt(tx: Tx, reservation: AttemptReservation): Promise<AttemptOutcome> {
  const row = await tx
    .updateTable('account_attempts')
    .set((column) => ({ pending: fewerPending(column, reservation) }))
    .where('user_id', '=', Number(reservation.key))
    .returning(['failures', 'locked_until_ms'])
    .executeTakeFirstOrThrow();
  return { failures: row.failures, lockedUntil: row.locked_until_ms || null };
}

/** It was right: the count starts anew. */
export async function clearAttempts(tx: Tx, reservation: AttemptReservation): Promise<void> {
  const change = tx
    .updateTable('account_attempts')
    .set((column) => ({ failures: 0, locked_until_ms: 0, pending: fewerPending(column, reservation) }));
  await change.where('user_id', '=', Number(reservation.key)).execute();
}

export const findAttempts = (db: Db, userId: number): Promise<AccountAttemptsTable | undefined> =>
  db.selectFrom('account_attempts').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Takes a lock and its count away. */
export async function unlockAccount(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('account_attempts')
    .set({ failures: 0, locked_until_ms: 0 })
    .where('user_id', '=', userId)
    .execute();
}

const fewerPending = (column: Row, { window }: AttemptReservation) =>
  column
    .case()
    .when(column.and([column('window_started_ms', '=', window), column('pending', '>', 0)]))
    .then(sql<number>`pending - 1`)
    .else(column.ref('pending'))
    .end();
