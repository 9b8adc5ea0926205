import { sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db, Tx } from '../database/database.ts';
import { preparedStatement } from '../database/prepared-statement.ts';
import type { Instant } from '../kernel/clock.ts';
import { CALLERS_COLUMNS, type CallersAccount } from '../users/callers-account.ts';
import type { SessionRecord, SignIn } from './session.ts';

declare module '../database/schema.ts' {
  interface Schema {
    sign_ins: SignIn;
    session_records: SessionRecord;
  }
}

/** A session record with all that decides whether it still stands. */
export type SessionRow = CallersAccount &
  SessionRecord & { sign_in_expires_at: Instant; authenticated_at: Instant; ended_at: Instant | null };

export async function addSignIn(tx: Tx, signIn: SignIn, record: SessionRecord): Promise<void> {
  await tx.insertInto('sign_ins').values(signIn).execute();
  await addSessionRecord(tx, record);
}

export async function addSessionRecord(tx: Tx, record: SessionRecord): Promise<void> {
  await insertRecord(tx, record);
}

const insertRecord = preparedStatement((tx: Tx, record: SessionRecord) =>
  tx.insertInto('session_records').values({
    jti: record.jti,
    sid: record.sid,
    kid: record.kid,
    issued_at: record.issued_at,
    access_expires_at: record.access_expires_at,
    refresh_expires_at: record.refresh_expires_at,
    spent_at: record.spent_at,
    successor_jti: record.successor_jti,
  }),
);

export const selectSession = preparedStatement((db: Db, { jti }: { jti: string }) =>
  db
    .selectFrom('session_records')
    .innerJoin('sign_ins', 'sign_ins.sid', 'session_records.sid')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .innerJoin('data_keys', 'data_keys.kid', 'session_records.kid')
    .select(CALLERS_COLUMNS)
    .selectAll('session_records')
    .select([
      'tenants.name as tenant_name',
      'sign_ins.expires_at as sign_in_expires_at',
      'sign_ins.authenticated_at',
      'sign_ins.ended_at',
    ])
    .where('session_records.jti', '=', jti)
    .where('data_keys.revoked_at', 'is', null),
);

/**
 * Spends a refresh token: only one caller ever gets a row for it, and none once the sign-in has ended or its user may not
 * sign in.
 */
export async function spendRecord(tx: Tx, jti: string, successor: string, now: Instant): Promise<boolean> {
  return (await spend(tx, { jti, successor, now })).rows.length > 0;
}

const spend = preparedStatement((tx: Tx, { jti, successor, now }: { jti: string; successor: string; now: Instant }) =>
  tx
    .updateTable('session_records')
    .set({ spent_at: now, successor_jti: successor })
    .where('jti', '=', jti)
    .where('spent_at', 'is', null)
    .where('refresh_expires_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sign_ins')
          .innerJoin('users', 'users.id', 'sign_ins.user_id')
          .select(sql.lit(1).as('one'))
          .whereRef('sign_ins.sid', '=', 'session_records.sid')
          .where('sign_ins.ended_at', 'is', null)
          .where('sign_ins.expires_at', '>', now)
          .where('users.status', '=', 'active'),
      ),
    )
    .returning('jti'),
);

export async function noteRefresh(tx: Tx, sid: string, at: Instant): Promise<void> {
  await setRefreshed(tx, { sid, at });
}

const setRefreshed = preparedStatement((tx: Tx, { sid, at }: { sid: string; at: Instant }) =>
  tx.updateTable('sign_ins').set({ refreshed_at: at }).where('sid', '=', sid),
);

interface TooMany {
  readonly userId: number;
  /** The new one, which stays. */
  readonly sid: string;
  /** How many others stay: those used last. */
  readonly others: number;
  readonly at: Instant;
}

/** Ends live sign-ins of a user beyond so many, the one used last staying longest. Returns those that were ended. */
export async function endUnusedLongest(tx: Tx, tooMany: TooMany): Promise<string[]> {
  return (await endSurplus(tx, tooMany)).rows.map(({ sid }) => sid);
}

const AT_ONCE = 100_000; // SQLite takes an offset with a limit only

const endSurplus = preparedStatement((tx: Tx, { userId, sid, others, at }: TooMany) =>
  tx
    .updateTable('sign_ins')
    .set({ ended_at: at, end_reason: 'limit' })
    .where('ended_at', 'is', null)
    .where('sid', 'in', (eb) =>
      eb
        .selectFrom('sign_ins')
        .select('sid')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', at)
        .where('sid', '<>', sid)
        .orderBy('refreshed_at', 'desc')
        .orderBy('started_at', 'desc')
        .orderBy('sid')
        .limit(AT_ONCE)
        .offset(others),
    )
    .returning('sid'),
);

/** Sign-ins that only a key of that name could carry on, in the order of their `sid`. */
export const carriedBy = (db: Db, kid: string, at: Instant) =>
  db
    .selectFrom('sign_ins')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('session_records')
            .select(sql.lit(1).as('one'))
            .whereRef('session_records.sid', '=', 'sign_ins.sid')
            .where('session_records.spent_at', 'is', null)
            .where('session_records.kid', '<>', kid),
        ),
      ),
    );

/** Ends at most so many of them, and tells how many. */
export async function endSignInsOfKey(tx: Tx, kid: string, at: Instant, most: number): Promise<number> {
  const ended = tx
    .updateTable('sign_ins')
    .set({ ended_at: at, end_reason: 'key' })
    .where('sid', 'in', carriedBy(tx, kid, at).select('sid').limit(most))
    .where('ended_at', 'is', null);
  return (await ended.returning('sid').execute()).length;
}

/** Whose sign-ins, and from which on: the one that asks first, then the newest. */
interface LiveSignIns {
  readonly userId: number;
  readonly at: Instant;
  /** Empty where nobody's own is among them. */
  readonly current: string;
  /** The last one of the page before. */
  readonly after?: Pick<SignIn, 'sid' | 'started_at'> | undefined;
}

/** Those from which a token still works: neither ended nor over, and refreshed in time. */
const live = (db: Db, { userId, at }: LiveSignIns) =>
  db
    .selectFrom('sign_ins')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session_records')
          .select(sql.lit(1).as('one'))
          .whereRef('session_records.sid', '=', 'sign_ins.sid')
          .where('session_records.refresh_expires_at', '>', at),
      ),
    );

export const countLiveSignIns = (db: Db, wanted: LiveSignIns, most: number): Promise<number> =>
  countUpTo(db, live(db, wanted).select('sid'), most);

export function listLiveSignIns(db: Db, wanted: LiveSignIns, most: number): Promise<SignIn[]> {
  const { current, after } = wanted;
  let rows = live(db, wanted).selectAll();
  if (after !== undefined) rows = rows.where('sid', '<>', current);
  if (after !== undefined && after.sid !== current)
    rows = rows.where((row) =>
      row.or([
        row('started_at', '<', after.started_at),
        row.and([row('started_at', '=', after.started_at), row('sid', '>', after.sid)]),
      ]),
    );
  return rows
    .orderBy(({ eb }) => eb.case().when('sid', '=', current).then(0).else(1).end())
    .orderBy('started_at', 'desc')
    .orderBy('sid')
    .limit(most)
    .execute();
}

/** All there ever were, ended ones too. */
export const listSignInsOf = (db: Db, userId: number): Promise<SignIn[]> =>
  db.selectFrom('sign_ins').selectAll().where('user_id', '=', userId).orderBy('started_at').orderBy('sid').execute();

/** That there was a sign-in stays; from where and with what goes. */
export async function blankSignIns(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('sign_ins').set({ ip: '', user_agent: '' }).where('user_id', '=', userId).execute();
}
