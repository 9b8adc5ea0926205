import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import { BEFORE_ALL, epochOf, type Instant, instantAt, isAhead, latestWritten } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import {
  type AttemptOutcome,
  COUNTED_FOR,
  type Failure,
  type LockoutRule,
  WRONG_CODES_NOTIFIED,
  type Wrong,
} from './lockout-rule.ts';
import { periodAt, type Slot, slotsAt, withoutSlot } from './slot-lease-store.ts';

/** Guesses at the password and codes of one address, with or without an account. */
export const lockoutsTable = defineTable(
  'lockouts',
  {
    /** `lockoutKey` of the address. */
    address_hmac: text('secret', 'kept'),
    /** Consecutive wrong passwords and codes. */
    failures: integer('in wrong_attempts.in_a_row', 'emptied'),
    /** Wrong second factors after a right password, across locks, until the owner is notified. */
    guessed_codes: integer('internal', 'emptied'),
    failed_at: text<Instant>('in wrong_attempts.last_at', 'emptied').orNull(),
    locked_until: text<Instant>('in wrong_attempts.locked_until', 'emptied').orNull(),
    owner_told_at: text<Instant>('in wrong_attempts.owner_told_at', 'emptied').orNull(),
    /** The newest period in which a slot was taken or renewed. */
    lease: integer('internal', 'kept'),
    /** Evaluations in progress whose slot was renewed in that period, and in the one before. */
    places: integer('internal', 'kept'),
    places_before: integer('internal', 'kept'),
  },
  {
    key: 'address_hmac',
    clustered: true,
    indexes: {
      failed_at: 'failed_at',
      locked_until: { columns: 'locked_until', where: 'locked_until is not null' },
    },
    personal: { parts: { wrong_attempts: { purpose: 'security', kept: { rule: 'lockouts', from: 'last' } } } },
  },
);

export type LockoutRow = RowOf<typeof lockoutsTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    lockouts: TableOf<typeof lockoutsTable>;
  }
}

export interface RuleAt {
  readonly rule: LockoutRule;
  readonly now: Milliseconds;
}

/**
 * Takes a slot for one evaluation in a single conditional statement, so that failures and evaluations in progress
 * together never exceed the threshold. With no evaluation in progress there is always one slot, even when the
 * threshold was lowered below the count.
 */
export async function takeSlot(tx: Tx, key: string, { rule, now }: RuleAt): Promise<Slot | undefined> {
  const { lease, newest, before, count } = slotsAt(now);
  const { failures, isLocked } = countsAt(now);
  const row = await tx
    .insertInto('lockouts')
    .values({ address_hmac: key, failures: 0, guessed_codes: 0, ...FRESH, lease: periodAt(now) })
    .onConflict((conflict) =>
      conflict
        .column('address_hmac')
        .doUpdateSet({
          failures,
          locked_until: null, // not locked, by the condition below
          lease,
          places: sql`${newest} + 1`,
          places_before: before,
        })
        .where(sql<boolean>`not ${isLocked}`)
        .where(hasRoom(count, { rule, now })),
    )
    .returning('lease')
    .executeTakeFirst();
  return row && { key, lease: row.lease };
}

const FRESH = { failed_at: null, locked_until: null, owner_told_at: null, places: 1, places_before: 0 } as const;

/** Moves a slot into the current period. `undefined` when it had lapsed and none is free. */
export async function renewSlot(tx: Tx, slot: Slot, ruleAt: RuleAt): Promise<number | undefined> {
  const { columns } = withoutSlot(slotsAt(ruleAt.now), slot);
  const row = await tx
    .updateTable('lockouts')
    .set({ ...columns, places: sql`${columns.places} + 1` })
    .where('address_hmac', '=', slot.key)
    .where(mayAnswer(slot, ruleAt))
    .returning('lease')
    .executeTakeFirst();
  return row?.lease;
}

/** Counts a wrong guess and locks at the threshold. `undefined` when the slot had lapsed and none is free. */
export async function countFailure(tx: Tx, slot: Slot, wrong: Wrong, ruleAt: RuleAt): Promise<Failure | undefined> {
  const { rule, now } = ruleAt;
  const { columns } = withoutSlot(slotsAt(now), slot);
  const { failures, guessedCodes, lockedUntil } = countsAt(now);
  const guessed = Number(wrong === 'second-factor');
  const locks = sql<boolean>`${failures} + 1 >= ${rule.threshold}`;
  const notifies = sql<boolean>`(${guessed} = 1 and ${guessedCodes} + 1 >= ${WRONG_CODES_NOTIFIED} and coalesce(lockouts.owner_told_at, '') <= ${instantAt(now - COUNTED_FOR)})`;
  const row = await tx
    .updateTable('lockouts')
    .set({
      ...columns,
      failures: sql`${failures} + 1`,
      guessed_codes: sql`case when ${notifies} then 0 else ${guessedCodes} + ${guessed} end`,
      failed_at: instantAt(now),
      locked_until: sql`case when ${locks} then ${instantAt(now + rule.lockFor)} else ${lockedUntil} end`,
      owner_told_at: sql`case when ${notifies} then ${instantAt(now)} else lockouts.owner_told_at end`,
    })
    .where('address_hmac', '=', slot.key)
    .where(mayAnswer(slot, ruleAt))
    .returning(['failures', 'locked_until', 'guessed_codes'])
    .executeTakeFirst();
  return row && { ...outcomeOf(row, rule), notifiesOwner: guessed === 1 && row.guessed_codes === 0 };
}

/** Clears the counts after a right guess. `owner_told_at` stays, or the owner could be notified over and over. */
export async function clearFailures(tx: Tx, slot: Slot, ruleAt: RuleAt): Promise<boolean> {
  const { columns } = withoutSlot(slotsAt(ruleAt.now), slot);
  const row = await tx
    .updateTable('lockouts')
    .set({ ...columns, ...NOTHING_COUNTED })
    .where('address_hmac', '=', slot.key)
    .where(mayAnswer(slot, ruleAt))
    .returning('lease')
    .executeTakeFirst();
  return row !== undefined;
}

const NOTHING_COUNTED = { failures: 0, guessed_codes: 0, locked_until: null } as const;

/** Gives the slot back and leaves the counts as they are. `undefined` when it had lapsed and none is free. */
export async function leaveSlot(tx: Tx, slot: Slot, ruleAt: RuleAt): Promise<AttemptOutcome | undefined> {
  const { columns } = withoutSlot(slotsAt(ruleAt.now), slot);
  const row = await tx
    .updateTable('lockouts')
    .set(columns)
    .where('address_hmac', '=', slot.key)
    .where(mayAnswer(slot, ruleAt))
    .returning(['failures', 'locked_until'])
    .executeTakeFirst();
  return row && outcomeOf(row, ruleAt.rule);
}

/** Frees the slot of an attempt that was never evaluated. */
export async function freeSlot(tx: Tx, slot: Slot, now: Milliseconds): Promise<void> {
  const { columns, isHeld } = withoutSlot(slotsAt(now), slot);
  await tx.updateTable('lockouts').set(columns).where('address_hmac', '=', slot.key).where(isHeld).execute();
}

export const findLockout = (db: Db, key: string): Promise<LockoutRow | undefined> =>
  db.selectFrom('lockouts').selectAll().where('address_hmac', '=', key).executeTakeFirst();

/** Clears the lock and the counts. The row stays: an evaluation in progress still counts on it. */
export async function forgetFailures(tx: Tx, key: string): Promise<void> {
  await tx.updateTable('lockouts').set(NOTHING_COUNTED).where('address_hmac', '=', key).execute();
}

/** Removes everything except the slots of evaluations in progress. */
export async function emptyLockout(tx: Tx, key: string): Promise<void> {
  const nothing = { ...NOTHING_COUNTED, failed_at: null, owner_told_at: null };
  await tx.updateTable('lockouts').set(nothing).where('address_hmac', '=', key).execute();
}

/** Removes rows without a failure since then, except those with evaluations in progress. */
export async function dropLockouts(tx: Tx, before: Instant, most: number): Promise<number> {
  const idle = tx.selectFrom('lockouts').select('address_hmac').where(isIdle(before)).limit(most);
  const dropped = tx.deleteFrom('lockouts').where('address_hmac', 'in', idle).where(isIdle(before));
  return (await dropped.returning('lease').execute()).length;
}

const isIdle = (before: Instant) =>
  sql<boolean>`(failed_at < ${before} or failed_at is null) and lease < ${periodAt(epochOf(before))}`;

export const lockedAt = (db: Db, now: Instant) =>
  db
    .selectFrom('lockouts')
    .select('address_hmac')
    .where('locked_until', '>', now)
    .where('failed_at', '<=', latestWritten(now));

/** When a lock ends; `null` when it is over, or from before the clock was set back. */
export function lockEnd({ failed_at, locked_until }: LockoutRow, now: Instant): Instant | null {
  const isOver = locked_until === null || locked_until <= now || isAhead(failed_at ?? BEFORE_ALL, now);
  return isOver ? null : locked_until;
}

/** The counts as of now, in SQL: zero after a lock has ended, and a day after the last failure. */
function countsAt(now: Milliseconds) {
  const failedAt = sql`coalesce(lockouts.failed_at, '')`;
  const isAhead = sql<boolean>`${failedAt} > ${latestWritten(instantAt(now))}`;
  const isOld = sql<boolean>`(${failedAt} <= ${instantAt(now - COUNTED_FOR)} or ${isAhead})`;
  const isLocked = sql<boolean>`(coalesce(lockouts.locked_until, '') > ${instantAt(now)} and not ${isAhead})`;
  const isOver = sql<boolean>`(${isOld} or lockouts.locked_until is not null and not ${isLocked})`;
  const counted = (column: RawBuilder<number>) => sql<number>`case when ${isOver} then 0 else ${column} end`;
  return {
    isLocked,
    failures: counted(sql`lockouts.failures`),
    guessedCodes: sql<number>`case when ${isOld} then 0 else lockouts.guessed_codes end`,
    lockedUntil: sql<Instant | null>`case when ${isLocked} then lockouts.locked_until end`,
  };
}

function hasRoom(count: RawBuilder<number>, { rule, now }: RuleAt): RawBuilder<boolean> {
  const { failures } = countsAt(now);
  return sql`(${count} = 0 or ${failures} + ${count} < ${rule.threshold})`;
}

/**
 * Whether an outcome may be answered: the slot is still held, or it lapsed (the process was suspended) and another is
 * free. Otherwise more guesses would be answered than the threshold allows.
 */
function mayAnswer(slot: Slot, ruleAt: RuleAt): RawBuilder<boolean> {
  const slots = slotsAt(ruleAt.now);
  const { isLocked } = countsAt(ruleAt.now);
  const { isHeld } = withoutSlot(slots, slot);
  return sql`(${isHeld} or not ${isLocked} and ${hasRoom(slots.count, ruleAt)})`;
}

/** A late outcome may exceed the threshold; the answer never shows more than the threshold. */
const outcomeOf = (
  { failures, locked_until }: Pick<LockoutRow, 'failures' | 'locked_until'>,
  { threshold }: LockoutRule,
): AttemptOutcome => ({
  failures: Math.min(failures, threshold),
  lockedUntil: locked_until === null ? null : epochOf(locked_until),
});
