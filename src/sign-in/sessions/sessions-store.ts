import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { policyVersionOfTenant } from '../../accounts/tenants/tenants-store.ts';
import { ACTING_COLUMNS } from '../../accounts/users/acting-store.ts';
import { type CallersAccount, PERSONS_COLUMNS, TENANT_OF_ACCOUNT } from '../../accounts/users/callers-account.ts';
import { FACTOR_RULES_OF_MEMBERSHIP } from '../../accounts/users/factor-rules-of-user-store.ts';
import { type AuditRow, bundledAuditRecord, RECORD_NUMBERS } from '../../platform/audit/audit-store.ts';
import { batchedChanges } from '../../platform/database/batched-changes.ts';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { preparedLookup, preparedStatement } from '../../platform/database/prepared-statement.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { MembershipId, SessionId, SignInId, UserId } from '../../platform/kernel/entity-id.ts';
import type { EndReason, SessionRecord, SignIn, sessionRecordsTable, signInsTable } from './session.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    sign_ins: TableOf<typeof signInsTable>;
    session_records: TableOf<typeof sessionRecordsTable>;
  }
}

/** A session record with everything that decides whether it is still valid. */
export type SessionRow = CallersAccount &
  SessionRecord & {
    sign_in_expires_at: Instant;
    started_at: Instant;
    authenticated_at: Instant;
    ended_at: Instant | null;
    methods: string | null;
  };

export async function addSignIn(tx: Tx, signIn: SignIn, record: SessionRecord): Promise<void> {
  await tx.insertInto('sign_ins').values(signIn).execute();
  await insertRecord(tx, record);
}

const RECORD_COLUMNS = [
  'jti',
  'sid',
  'kid',
  'issued_at',
  'access_expires_at',
  'refresh_expires_at',
  'spent_at',
  'successor_jti',
  'access_ended_at',
] as const;

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
    access_ended_at: record.access_ended_at,
  }),
);

/** Current session rows by `jti`; no row if the key was revoked. */
export const selectSessions = preparedLookup((db, jti: SessionId | Expression<SessionId>) =>
  db
    .selectFrom('session_records')
    .innerJoin('sign_ins', 'sign_ins.sid', 'session_records.sid')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .innerJoin('memberships', 'memberships.id', 'sign_ins.membership_id')
    .innerJoin('tenants', 'tenants.id', 'memberships.tenant_id')
    .innerJoin('data_keys', 'data_keys.kid', 'session_records.kid')
    .select([...PERSONS_COLUMNS, ...ACTING_COLUMNS])
    .selectAll('session_records')
    .select([
      ...TENANT_OF_ACCOUNT,
      policyVersionOfTenant,
      ...FACTOR_RULES_OF_MEMBERSHIP,
      'sign_ins.expires_at as sign_in_expires_at',
      'sign_ins.started_at',
      'sign_ins.authenticated_at',
      'sign_ins.ended_at',
      'sign_ins.methods',
    ])
    .where('session_records.jti', '=', jti)
    .where('data_keys.revoked_at', 'is', null),
);

/** Whether a sign-in still acts in its membership: while that is active, or as the guest of one that had ended before. */
const mayAct = sql<SqlBool>`(
  memberships.state = 'active' or (memberships.state = 'ended' and memberships.ended_at < sign_ins.started_at)
)`;

interface Succession extends SessionRecord, AuditRow {
  /** The `jti` to spend. All other members are of its successor. */
  readonly spent: SessionId;
}

/**
 * Spends a refresh token in one conditional statement, and only then adds the successor with its audit record. Exactly one
 * caller gets true; none does after the sign-in has ended or when its user may not sign in.
 */
export const succeedRecord = batchedChanges<Succession>({
  key: 'spent',
  numbers: RECORD_NUMBERS,
  locks: (via, { spent }) =>
    via
      .selectFrom('session_records')
      .innerJoin('sign_ins', 'sign_ins.sid', 'session_records.sid')
      .select('session_records.jti')
      .where('session_records.jti', '=', spent),
  first: (via, { spent, jti, at }) =>
    via
      .updateTable('session_records')
      .set({ spent_at: at, successor_jti: jti })
      .where('session_records.jti', '=', spent)
      .where('session_records.spent_at', 'is', null)
      .where('session_records.refresh_expires_at', '>', at)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('sign_ins')
            .innerJoin('users', 'users.id', 'sign_ins.user_id')
            .innerJoin('memberships', 'memberships.id', 'sign_ins.membership_id')
            .select(sql.lit(1).as('one'))
            .whereRef('sign_ins.sid', '=', 'session_records.sid')
            .where('sign_ins.ended_at', 'is', null)
            .where('sign_ins.expires_at', '>', at)
            .where('users.status', '=', 'active')
            .where(mayAct),
        ),
      ),
  others: [
    (via, record) => via.insertInto('session_records', record, RECORD_COLUMNS),
    (via, { sid, at }) => via.updateTable('sign_ins').set({ refreshed_at: at }).where('sign_ins.sid', '=', sid),
    bundledAuditRecord,
  ],
});

interface SwitchedRecord extends SessionRecord {
  readonly spent: SessionId;
  readonly userId: UserId;
  /** In which the sign-in acts from then on. */
  readonly membershipId: MembershipId;
  readonly at: Instant;
}

/**
 * Spends a refresh token for a pair of another membership, in one conditional statement like `succeedRecord`. Exactly one caller
 * gets true, and none whose sign-in or membership has ended. The caller has locked the user's row, as whoever ends a
 * membership has.
 */
export async function switchRecord(
  tx: Tx,
  { spent, userId, membershipId, at, ...record }: SwitchedRecord,
): Promise<boolean> {
  const spending = tx
    .updateTable('session_records')
    .set({ spent_at: at, successor_jti: record.jti })
    .where('jti', '=', spent)
    .where('spent_at', 'is', null)
    .where('refresh_expires_at', '>', at)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sign_ins')
          .innerJoin('users', 'users.id', 'sign_ins.user_id')
          .innerJoin('memberships', 'memberships.id', 'sign_ins.membership_id')
          .innerJoin('memberships as target', 'target.user_id', 'users.id')
          .select(sql.lit(1).as('one'))
          .whereRef('sign_ins.sid', '=', 'session_records.sid')
          .where('sign_ins.ended_at', 'is', null)
          .where('sign_ins.expires_at', '>', at)
          .where('users.id', '=', userId)
          .where('users.status', '=', 'active')
          .where(mayAct)
          .where('target.id', '=', membershipId)
          .where('target.state', '=', 'active'),
      ),
    );
  if ((await spending.returning('jti').executeTakeFirst()) === undefined) return false;
  await tx
    .updateTable('session_records')
    .set({ access_ended_at: at })
    .where('sid', '=', record.sid)
    .where('access_ended_at', 'is', null)
    .execute();
  await insertRecord(tx, record);
  await tx
    .updateTable('sign_ins')
    .set({ membership_id: membershipId, refreshed_at: at })
    .where('sid', '=', record.sid)
    .execute();
  return true;
}

interface TooMany {
  readonly userId: UserId;
  /** The new sign-in, which is kept. */
  readonly sid: SignInId;
  /** How many others are kept, most recently used first. */
  readonly others: number;
  readonly at: Instant;
}

/** Ends a user's live sign-ins beyond the limit, least recently used first. Returns those ended. */
export async function endUnusedLongest(tx: Tx, tooMany: TooMany): Promise<string[]> {
  return (await endSurplus(tx, tooMany)).rows.map(({ sid }) => sid);
}

const NO_LIMIT = 100_000; // SQLite takes OFFSET only with LIMIT

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
        .limit(NO_LIMIT)
        .offset(others),
    )
    .returning('sid'),
);

/** Live sign-ins whose unspent tokens were all signed with this key, by `sid`. */
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

/** Ends at most `most` of the sign-ins of `carriedBy`. Returns those ended. */
export function endSignInsOfKey(tx: Tx, kid: string, at: Instant, most: number): Promise<Pick<SignIn, 'sid'>[]> {
  const ended = tx
    .updateTable('sign_ins')
    .set({ ended_at: at, end_reason: 'key' })
    .where('sid', 'in', carriedBy(tx, kid, at).select('sid').limit(most))
    .where('ended_at', 'is', null);
  return ended.returning('sid').execute();
}

interface LiveSignIns {
  readonly userId: UserId;
  readonly at: Instant;
  /** Empty when the caller's own sign-in is not among them. */
  readonly current: string;
  /** The last one of the previous page. */
  readonly after?: Pick<SignIn, 'sid' | 'started_at'> | undefined;
}

/** Not expired, and refreshed in time. */
const isKept =
  (at: Instant) =>
  ({ and, eb, exists, selectFrom }: ExpressionBuilder<Schema, 'sign_ins'>) =>
    and([
      eb('sign_ins.expires_at', '>', at),
      exists(
        selectFrom('session_records')
          .select(sql.lit(1).as('one'))
          .whereRef('session_records.sid', '=', 'sign_ins.sid')
          .where('session_records.refresh_expires_at', '>', at),
      ),
    ]);

const live = (db: Db, { userId, at }: LiveSignIns) =>
  db.selectFrom('sign_ins').where('user_id', '=', userId).where('sign_ins.ended_at', 'is', null).where(isKept(at));

/** Ends sign-ins, the expired too, or a clock set back would revive them: in one statement, which also tells whether each was live. */
export const endingSignIns = (tx: Tx, end: { readonly ended_at: Instant; readonly end_reason: EndReason }) =>
  tx
    .updateTable('sign_ins')
    .set(end)
    .where('sign_ins.ended_at', 'is', null)
    .returning((row) => [
      'sign_ins.sid',
      row.case().when(isKept(end.ended_at)(row)).then(1).else(0).end().as('was_live'),
    ]);

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

/** Includes ended sign-ins. */
export const listSignInsOf = (db: Db, userId: UserId): Promise<SignIn[]> =>
  db.selectFrom('sign_ins').selectAll().where('user_id', '=', userId).orderBy('started_at').orderBy('sid').execute();

/** Blanks device, address, how it was authenticated and what it came of; the sign-ins stay. */
export async function blankSignIns(tx: Tx, userId: UserId): Promise<void> {
  await tx
    .updateTable('sign_ins')
    .set({ ip: '', user_agent: '', methods: null, came_of: null })
    .where('user_id', '=', userId)
    .execute();
}

/** True for the one caller who ended it. `owner`: only if it is theirs, and live. */
export async function endSignIn(
  tx: Tx,
  sid: SignInId,
  {
    ended_at,
    end_reason,
    owner,
  }: Pick<SignIn, 'ended_at' | 'end_reason'> & { readonly ended_at: Instant; readonly owner?: UserId },
): Promise<boolean> {
  const open = tx
    .updateTable('sign_ins')
    .set({ ended_at, end_reason })
    .where('sid', '=', sid)
    .where('ended_at', 'is', null);
  const ended = owner === undefined ? open : open.where('user_id', '=', owner).where('expires_at', '>', ended_at);
  return (await ended.returning('sid').executeTakeFirst()) !== undefined;
}

/** Ends all sign-ins. Returns how many were live. */
export async function endAllSignIns(
  tx: Tx,
  ended: { readonly ended_at: Instant; readonly end_reason: EndReason },
): Promise<number> {
  const ending = tx.updateTable('sign_ins').set(ended).where('ended_at', 'is', null);
  const { numUpdatedRows } = await ending.where(isKept(ended.ended_at)).executeTakeFirstOrThrow();
  await ending.execute();
  return Number(numUpdatedRows);
}

/** The sign-in, if it has not ended; it cannot end before the caller's transaction does. A no-op update locks on both engines. */
export const holdSession = (tx: Tx, sid: string): Promise<Pick<SignIn, 'expires_at'> | undefined> =>
  tx
    .updateTable('sign_ins')
    .set(({ ref }) => ({ sid: ref('sid') }))
    .where('sid', '=', sid)
    .where('ended_at', 'is', null)
    .returning('expires_at')
    .executeTakeFirst();

/** Records a new authentication and locks the row. `undefined` when the sign-in has ended. */
export const recordAuthenticatedAt = (tx: Tx, sid: SignInId, authenticated_at: Instant) =>
  tx
    .updateTable('sign_ins')
    .set({ authenticated_at })
    .where('sid', '=', sid)
    .where('ended_at', 'is', null)
    .returning(['methods', 'came_of'])
    .executeTakeFirst();

export async function changeProofs(tx: Tx, sid: SignInId, proofs: Pick<SignIn, 'methods' | 'came_of'>): Promise<void> {
  await tx.updateTable('sign_ins').set(proofs).where('sid', '=', sid).execute();
}

export const listSignInOrigins = (db: Db, userId: UserId): Promise<Pick<SignIn, 'sid' | 'came_of' | 'started_at'>[]> =>
  db.selectFrom('sign_ins').select(['sid', 'came_of', 'started_at']).where('user_id', '=', userId).execute();

export async function dropOldSignIns(tx: Tx, before: Instant, most: number): Promise<number> {
  const old = await tx
    .selectFrom('sign_ins')
    .select('sid')
    .where(sql<Instant>`coalesce(ended_at, expires_at)`, '<', before)
    .limit(most)
    .execute();
  const sids = old.map(({ sid }) => sid);
  if (sids.length === 0) return 0;
  await tx.deleteFrom('session_records').where('sid', 'in', sids).execute();
  await tx.deleteFrom('sign_ins').where('sid', 'in', sids).execute();
  return sids.length;
}
