import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import { epochOf, type Instant, instantAt } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import {
  type AttemptOutcome,
  type AttemptRule,
  COUNTED_FOR,
  type Failure,
  type Guessed,
  MOST_WRONG_CODES,
  WRONG_CODES_TOLD,
  type Wrong,
} from './lockout-rule.ts';
import { type Place, periodAt, placesAt, withoutPlace } from './place-lease.ts';

/** Guesses at the password and codes of one address, whether or not it has an account. */
export interface LockoutRow {
  /** `lockoutKey` of the address. */
  readonly address_hmac: string;
  /** Wrong passwords and codes in a row. */
  readonly failures: number;
  /** Those of them that were codes. */
  readonly wrong_codes: number;
  /** Wrong second factors after a right first proof, over locks too, until the owner is told. */
  readonly guessed_codes: number;
  readonly failed_at: Instant | null;
  readonly locked_until: Instant | null;
  readonly owner_told_at: Instant | null;
  /** The newest period in which a place was taken or renewed. */
  readonly lease: number;
  /** Evaluations under way that were renewed in that period, and in the one before it. */
  readonly places: number;
  readonly places_before: number;
}

declare module '../database/schema.ts' {
  interface Schema {
    lockouts: LockoutRow;
  }
}

/** The rule, and the time to apply it at. */
export interface Judging {
  readonly rule: AttemptRule;
  readonly now: Milliseconds;
}

/**
 * Takes a place for one evaluation in one conditional statement, so that failures and evaluations under way never exceed the
 * threshold together, whoever asks at the same time. Where nobody has a place there is one, also when the threshold was
 * lowered below what was counted.
 */
export async function takePlace(
  tx: Tx,
  key: string,
  guessed: Guessed,
  { rule, now }: Judging,
): Promise<Place | undefined> {
  const { lease, newest, before, count } = placesAt(now);
  const { failures, wrongCodes, isLocked } = standingAt(now);
  const row = await tx
    .insertInto('lockouts')
    .values({ address_hmac: key, failures: 0, wrong_codes: 0, guessed_codes: 0, ...FRESH, lease: periodAt(now) })
    .onConflict((conflict) =>
      conflict
        .column('address_hmac')
        .doUpdateSet({
          failures,
          wrong_codes: wrongCodes,
          locked_until: null, // reached only when not locked
          lease,
          places: sql`${newest} + 1`,
          places_before: before,
        })
        .where(sql<boolean>`not ${isLocked}`)
        .where(hasRoom(count, guessed, { rule, now })),
    )
    .returning('lease')
    .executeTakeFirst();
  return row && { key, lease: row.lease };
}

const FRESH = { failed_at: null, locked_until: null, owner_told_at: null, places: 1, places_before: 0 } as const;

/** Carries a place into the present period. `undefined` when it had lapsed and there is none to be had. */
export async function renewPlace(
  tx: Tx,
  place: Place,
  guessed: Guessed,
  judging: Judging,
): Promise<number | undefined> {
  const { columns } = withoutPlace(placesAt(judging.now), place);
  const row = await tx
    .updateTable('lockouts')
    .set({ ...columns, places: sql`${columns.places} + 1` })
    .where('address_hmac', '=', place.key)
    .where(mayEnd(place, guessed, judging))
    .returning('lease')
    .executeTakeFirst();
  return row?.lease;
}

/** Counts a wrong guess, and locks at the threshold. `undefined` where its place had lapsed and others have it. */
export async function countFailure(tx: Tx, place: Place, wrong: Wrong, judging: Judging): Promise<Failure | undefined> {
  const { rule, now } = judging;
  const { columns } = withoutPlace(placesAt(now), place);
  const { failures, wrongCodes, guessedCodes, lockedUntil } = standingAt(now);
  const [codes, guessed] = [Number(wrong !== 'password'), Number(wrong === 'second-factor')];
  const locks = sql<boolean>`(${failures} + 1 >= ${rule.threshold} or ${codes} = 1 and ${wrongCodes} + 1 >= ${MOST_WRONG_CODES})`;
  const tells = sql<boolean>`(${guessed} = 1 and ${guessedCodes} + 1 >= ${WRONG_CODES_TOLD} and coalesce(lockouts.owner_told_at, '') <= ${instantAt(now - COUNTED_FOR)})`;
  const row = await tx
    .updateTable('lockouts')
    .set({
      ...columns,
      failures: sql`${failures} + 1`,
      wrong_codes: sql`${wrongCodes} + ${codes}`,
      guessed_codes: sql`case when ${tells} then 0 else ${guessedCodes} + ${guessed} end`,
      failed_at: instantAt(now),
      locked_until: sql`case when ${locks} then ${instantAt(now + rule.lockFor)} else ${lockedUntil} end`,
      owner_told_at: sql`case when ${tells} then ${instantAt(now)} else lockouts.owner_told_at end`,
    })
    .where('address_hmac', '=', place.key)
    .where(mayEnd(place, wrong === 'password' ? 'password' : 'code', judging))
    .returning(['failures', 'locked_until', 'guessed_codes'])
    .executeTakeFirst();
  return row && { ...outcomeOf(row, rule), tellsOwner: guessed === 1 && row.guessed_codes === 0 };
}

/** It was right: the count starts anew. Whether the owner was told stays, or they could be told over and over. */
export async function clearFailures(tx: Tx, place: Place, guessed: Guessed, judging: Judging): Promise<boolean> {
  const { columns } = withoutPlace(placesAt(judging.now), place);
  const row = await tx
    .updateTable('lockouts')
    .set({ ...columns, ...NOTHING_COUNTED })
    .where('address_hmac', '=', place.key)
    .where(mayEnd(place, guessed, judging))
    .returning('lease')
    .executeTakeFirst();
  return row !== undefined;
}

const NOTHING_COUNTED = { failures: 0, wrong_codes: 0, guessed_codes: 0, locked_until: null } as const;

/** It counts neither way. Tells the count as it stands; `undefined` where the place had lapsed and others have it. */
export async function leavePlace(
  tx: Tx,
  place: Place,
  guessed: Guessed,
  judging: Judging,
): Promise<AttemptOutcome | undefined> {
  const { columns } = withoutPlace(placesAt(judging.now), place);
  const row = await tx
    .updateTable('lockouts')
    .set(columns)
    .where('address_hmac', '=', place.key)
    .where(mayEnd(place, guessed, judging))
    .returning(['failures', 'locked_until'])
    .executeTakeFirst();
  return row && outcomeOf(row, judging.rule);
}

/** The place of an attempt that was never evaluated, and of which nothing is told. */
export async function freePlace(tx: Tx, place: Place, now: Milliseconds): Promise<void> {
  const { columns, stood } = withoutPlace(placesAt(now), place);
  await tx.updateTable('lockouts').set(columns).where('address_hmac', '=', place.key).where(stood).execute();
}

export const findLockout = (db: Db, key: string): Promise<LockoutRow | undefined> =>
  db.selectFrom('lockouts').selectAll().where('address_hmac', '=', key).executeTakeFirst();

/** Takes lock and counts away. The row stays: a guess under evaluation still counts on it. */
export async function forgetFailures(tx: Tx, key: string): Promise<void> {
  await tx.updateTable('lockouts').set(NOTHING_COUNTED).where('address_hmac', '=', key).execute();
}

/** Removes every trace but the places of guesses under way. */
export async function emptyLockout(tx: Tx, key: string): Promise<void> {
  const nothing = { ...NOTHING_COUNTED, failed_at: null, owner_told_at: null };
  await tx.updateTable('lockouts').set(nothing).where('address_hmac', '=', key).execute();
}

/** By age alone, whosever they are. What is guessed at meanwhile stays. */
export async function dropLockouts(tx: Tx, before: Instant, most: number): Promise<number> {
  const idle = tx.selectFrom('lockouts').select('address_hmac').where(isIdle(before)).limit(most);
  const dropped = tx.deleteFrom('lockouts').where('address_hmac', 'in', idle).where(isIdle(before));
  return (await dropped.returning('lease').execute()).length;
}

const isIdle = (before: Instant) =>
  sql<boolean>`(failed_at < ${before} or failed_at is null) and lease < ${periodAt(epochOf(before))}`;

export const lockedAt = (db: Db, now: Instant) =>
  db.selectFrom('lockouts').select('address_hmac').where('locked_until', '>', now);

/** The counts as of now, in SQL: nothing is left of them after a lock, and a day after the last failure. */
function standingAt(now: Milliseconds) {
  const isOld = sql<boolean>`coalesce(lockouts.failed_at, '') <= ${instantAt(now - COUNTED_FOR)}`;
  const isLocked = sql<boolean>`(coalesce(lockouts.locked_until, '') > ${instantAt(now)})`;
  const isOver = sql<boolean>`(${isOld} or lockouts.locked_until is not null and not ${isLocked})`;
  const counted = (column: RawBuilder<number>) => sql<number>`case when ${isOver} then 0 else ${column} end`;
  return {
    isLocked,
    failures: counted(sql`lockouts.failures`),
    wrongCodes: counted(sql`lockouts.wrong_codes`),
    guessedCodes: sql<number>`case when ${isOld} then 0 else lockouts.guessed_codes end`,
    lockedUntil: sql<Instant | null>`case when ${isLocked} then lockouts.locked_until end`,
  };
}

function hasRoom(count: RawBuilder<number>, guessed: Guessed, { rule, now }: Judging): RawBuilder<boolean> {
  const { failures, wrongCodes } = standingAt(now);
  const forCodes = guessed === 'code' ? sql<boolean>`${wrongCodes} + ${count} < ${MOST_WRONG_CODES}` : sql`true`;
  return sql`(${count} = 0 or ${failures} + ${count} < ${rule.threshold} and ${forCodes})`;
}

/**
 * Whether the outcome of an evaluation may be told: its place is still held, or it lapsed (its process stood still) and another
 * one is free. Else more guesses would be answered than the threshold allows.
 */
function mayEnd(place: Place, guessed: Guessed, judging: Judging): RawBuilder<boolean> {
  const places = placesAt(judging.now);
  const { isLocked } = standingAt(judging.now);
  const { stood } = withoutPlace(places, place);
  return sql`(${stood} or not ${isLocked} and ${hasRoom(places.count, guessed, judging)})`;
}

/** A late one may be one too many; nobody is shown more than the threshold. */
const outcomeOf = (
  { failures, locked_until }: Pick<LockoutRow, 'failures' | 'locked_until'>,
  { threshold }: AttemptRule,
): AttemptOutcome => ({
  failures: Math.min(failures, threshold),
  lockedUntil: locked_until === null ? null : epochOf(locked_until),
});
