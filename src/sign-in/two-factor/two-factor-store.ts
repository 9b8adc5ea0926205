import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import { insertRows, valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';

export const twoFactorTable = defineTable(
  'two_factor',
  {
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    /** Base32, sealed. */
    secret: text('secret', 'removed'),
    set_up_at: text<Instant>('internal', 'removed'),
    /** `null`: set up but not verified. */
    enabled_at: text<Instant>('in two_factor.enabled_at', 'removed').orNull(),
    /** The last accepted time step; it and all earlier ones are spent. */
    last_step: integer('secret', 'removed'),
    /** The sign-in that was shown the secret. */
    set_up_by: text<SignInId>('secret', 'removed').orNull(),
    enabled_by: text<SignInId>('secret', 'removed').orNull(),
  },
  {
    key: 'user_id',
    journal: [
      { kind: 'second-factor', key: 'user_id', of: ['secret', 'enabled_at', 'last_step'] },
      { kind: 'second-factor', key: 'user_id', of: 'removal' },
    ],
    personal: { merging: { user_id: 'way in' }, parts: { two_factor: { purpose: 'security', kept: 'account' } } },
  },
);

export type TwoFactor = RowOf<typeof twoFactorTable>;

export const recoveryCodesTable = defineTable(
  'recovery_codes',
  {
    code_hmac: text('secret', 'removed'),
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    created_at: text<Instant>('internal', 'removed'),
    used_at: text<Instant>('from two_factor.recovery_codes_left', 'removed').orNull(),
    /** The sign-in that was shown the code. */
    added_by: text<SignInId>('secret', 'removed').orNull(),
  },
  {
    key: 'code_hmac',
    indexes: {
      user_id: 'user_id',
    },
    journal: [
      { kind: 'second-factor', key: 'user_id', of: ['used_at'] },
      { kind: 'second-factor', key: 'user_id', of: 'removal' },
    ],
    personal: { merging: { user_id: 'way in' }, parts: {} },
  },
);

export type RecoveryCode = RowOf<typeof recoveryCodesTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    two_factor: TableOf<typeof twoFactorTable>;
    recovery_codes: TableOf<typeof recoveryCodesTable>;
  }
}

export const findTwoFactor = (db: Db, userId: UserId): Promise<TwoFactor | undefined> =>
  db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Stores a new secret unless a verified one is enabled. Returns whether it did. */
export async function replaceUnverified(
  tx: Tx,
  { user_id, ...placing }: Pick<TwoFactor, 'user_id' | 'secret' | 'set_up_at' | 'set_up_by'>,
): Promise<boolean> {
  const fresh = { ...placing, last_step: 0, enabled_by: null };
  const placed = tx
    .insertInto('two_factor')
    .values({ user_id, enabled_at: null, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh).where('two_factor.enabled_at', 'is', null))
    .returning('user_id');
  return (await placed.executeTakeFirst()) !== undefined;
}

/** Enables the secret the code was checked against and spends its step. True for exactly one caller. */
export async function enable(
  tx: Tx,
  { user_id, secret }: TwoFactor,
  { step, by, at }: { readonly step: number; readonly by: SignInId; readonly at: Instant },
): Promise<boolean> {
  const enabled = tx
    .updateTable('two_factor')
    .set({ enabled_at: at, last_step: step, enabled_by: by })
    .where('user_id', '=', user_id)
    .where('secret', '=', secret)
    .where('enabled_at', 'is', null)
    .where('last_step', '<', step)
    .returning('user_id');
  return (await enabled.executeTakeFirst()) !== undefined;
}

/** Spends a time step of an enabled secret. True for exactly one caller. */
export async function spendStep(tx: Tx, { user_id, secret }: TwoFactor, step: number): Promise<boolean> {
  const spent = tx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('secret', '=', secret)
    .where('enabled_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id');
  return (await spent.executeTakeFirst()) !== undefined;
}

/** Spends a recovery code; exactly one caller gets it. */
export const spendRecoveryCode = (
  tx: Tx,
  userId: UserId,
  hmac: string,
  at: Instant,
): Promise<Pick<RecoveryCode, 'added_by'> | undefined> =>
  tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('code_hmac', '=', hmac)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('added_by')
    .executeTakeFirst();

export async function countUnusedCodes(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Locks the enabled row until the transaction ends. Otherwise two concurrent renewals would each delete the old codes
 * and add their own, and sixteen would work. False when nothing is enabled.
 */
export async function holdEnabled(tx: Tx, userId: UserId): Promise<boolean> {
  const held = tx
    .updateTable('two_factor')
    .set(({ ref }) => ({ last_step: ref('last_step') }))
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .returning('user_id');
  return (await held.executeTakeFirst()) !== undefined;
}

/** The caller must have locked the row of `two_factor`. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: UserId,
  hmacs: readonly string[],
  { at, by }: { readonly at: Instant; readonly by: SignInId },
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hmacs.map((code_hmac) => ({ code_hmac, user_id: userId, created_at: at, used_at: null, added_by: by }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

/** Stores verified secrets of people who have none. */
export const addEnabled = (tx: Tx, rows: readonly TwoFactor[]): Promise<void> =>
  insertRows(tx, { table: 'two_factor', columns: COLUMNS, numbers: ['user_id', 'last_step'], rows });

const COLUMNS = [
  'user_id',
  'secret',
  'set_up_at',
  'enabled_at',
  'last_step',
  'set_up_by',
  'enabled_by',
] as const satisfies readonly (keyof TwoFactor)[];

/** Deletes secrets and codes of many. Returns whose they were. */
export async function dropFactorsOf(tx: Tx, ids: readonly UserId[]): Promise<UserId[]> {
  const of = valuesOf('bigint', ids);
  const deleted = await tx.deleteFrom('two_factor').where('user_id', 'in', of).returning('user_id').execute();
  await tx.deleteFrom('recovery_codes').where('user_id', 'in', of).execute();
  return deleted.map(({ user_id }) => user_id);
}

/** Deletes secret and codes and returns what was there. */
export async function deleteTwoFactor(tx: Tx, userId: UserId): Promise<{ enabled_at: Instant | null } | undefined> {
  const deleted = tx.deleteFrom('two_factor').where('user_id', '=', userId).returning('enabled_at');
  const was = await deleted.executeTakeFirst();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return was;
}

/** Deletes secret and codes if one of these sign-ins added them; else the codes that one of them was shown. */
export async function deleteAddedBy(
  tx: Tx,
  userId: UserId,
  sids: readonly SignInId[],
): Promise<{ readonly factor: { enabled_at: Instant | null } | undefined; readonly codes: number }> {
  const own = await findTwoFactor(tx, userId);
  const isTheirs = [own?.set_up_by, own?.enabled_by].some((by) => by !== undefined && by !== null && sids.includes(by));
  if (isTheirs) return { factor: await deleteTwoFactor(tx, userId), codes: 0 };
  const codes = tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('added_by', 'in', valuesOf('text', sids));
  return { factor: undefined, codes: (await codes.returning('user_id').execute()).length };
}

/** A second factor with all recovery codes that were ever issued for it. */
export interface WholeFactor {
  readonly factor: Omit<TwoFactor, 'user_id' | Origins> | null;
  readonly codes: readonly Omit<RecoveryCode, 'user_id' | Origins>[];
}

/** Left out: a restore ends every sign-in, so that none of them is disowned afterwards. */
type Origins = 'set_up_by' | 'enabled_by' | 'added_by';

/** The second factors of these users. */
export async function listFactorsOf(
  db: Db,
  ids: readonly UserId[] | RawBuilder<UserId>,
): Promise<Map<UserId, WholeFactor>> {
  const factors = await db.selectFrom('two_factor').selectAll().where('user_id', 'in', ids).execute();
  const codes = await db
    .selectFrom('recovery_codes')
    .selectAll()
    .where('user_id', 'in', ids)
    .orderBy('code_hmac')
    .execute();
  return new Map(
    factors.map(({ user_id: id, set_up_by, enabled_by, ...factor }) => {
      const own = codes.filter(({ user_id }) => user_id === id).map(({ user_id, added_by, ...code }) => code);
      return [id, { factor, codes: own }];
    }),
  );
}

/** Whether nothing was enrolled, spent or issued in between. */
export const sameFactor = (one: WholeFactor | undefined, other: WholeFactor): boolean =>
  JSON.stringify([one?.factor?.secret, one?.factor?.enabled_at, one?.codes]) ===
    JSON.stringify([other.factor?.secret, other.factor?.enabled_at, other.codes]) &&
  (one?.factor?.last_step ?? 0) >= (other.factor?.last_step ?? 0);

/** Replaces the whole second factor. */
export async function replaceFactor(
  tx: Tx,
  factor: Omit<TwoFactor, Origins>,
  codes: readonly Omit<RecoveryCode, 'user_id' | Origins>[],
): Promise<void> {
  const { user_id } = factor;
  const known = await findTwoFactor(tx, user_id);
  await deleteTwoFactor(tx, user_id);
  const last_step = Math.max(factor.last_step, known?.last_step ?? 0);
  await tx
    .insertInto('two_factor')
    .values({ ...factor, last_step, set_up_by: null, enabled_by: null })
    .execute();
  const rows = codes.map((code) => ({ ...code, user_id, added_by: null }));
  if (rows.length > 0) await tx.insertInto('recovery_codes').values(rows).execute();
}

/** Spends every step of everybody up to and including this one, since it is unknown which were spent. */
export async function spendAllSteps(tx: Tx, step: number): Promise<void> {
  await tx.updateTable('two_factor').set({ last_step: step }).where('last_step', '<', step).execute();
}
