import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';

export interface TwoFactor {
  user_id: UserId;
  /** Base32, sealed. */
  secret: string;
  set_up_at: Instant;
  /** `null`: set up but not verified. */
  enabled_at: Instant | null;
  /** The last accepted time step; it and all earlier ones are spent. */
  last_step: number;
}

export interface RecoveryCode {
  code_hmac: string;
  user_id: UserId;
  created_at: Instant;
  used_at: Instant | null;
}

declare module '../database/schema.ts' {
  interface Schema {
    two_factor: TwoFactor;
    recovery_codes: RecoveryCode;
  }
}

export const findTwoFactor = (db: Db, userId: UserId): Promise<TwoFactor | undefined> =>
  db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Stores a new secret unless a verified one is enabled. Returns whether it did. */
export async function replaceUnverified(tx: Tx, userId: UserId, secret: string, at: Instant): Promise<boolean> {
  const fresh = { secret, set_up_at: at, last_step: 0 };
  const placed = tx
    .insertInto('two_factor')
    .values({ user_id: userId, enabled_at: null, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh).where('two_factor.enabled_at', 'is', null))
    .returning('user_id');
  return (await placed.executeTakeFirst()) !== undefined;
}

/** Enables the secret the code was checked against and spends its step. True for exactly one caller. */
export async function enable(tx: Tx, { user_id, secret }: TwoFactor, step: number, at: Instant): Promise<boolean> {
  const enabled = tx
    .updateTable('two_factor')
    .set({ enabled_at: at, last_step: step })
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

/** Spends a recovery code. True for exactly one caller. */
export async function spendRecoveryCode(tx: Tx, userId: UserId, hmac: string, at: Instant): Promise<boolean> {
  const spent = tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('code_hmac', '=', hmac)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('user_id');
  return (await spent.executeTakeFirst()) !== undefined;
}

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
  at: Instant,
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hmacs.map((code_hmac) => ({ code_hmac, user_id: userId, created_at: at, used_at: null }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

/** Deletes secret and codes and returns what was there. */
export async function deleteTwoFactor(tx: Tx, userId: UserId): Promise<{ enabled_at: Instant | null } | undefined> {
  const deleted = tx.deleteFrom('two_factor').where('user_id', '=', userId).returning('enabled_at');
  const was = await deleted.executeTakeFirst();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return was;
}

/** A second factor with all recovery codes that were ever issued for it. */
interface WholeFactor {
  readonly factor: Omit<TwoFactor, 'user_id'> | null;
  readonly codes: readonly Omit<RecoveryCode, 'user_id'>[];
}

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
    factors.map(({ user_id: id, ...factor }) => {
      const own = codes.filter(({ user_id }) => user_id === id).map(({ user_id, ...code }) => code);
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
  factor: TwoFactor,
  codes: readonly Omit<RecoveryCode, 'user_id'>[],
): Promise<void> {
  const { user_id } = factor;
  const known = await findTwoFactor(tx, user_id);
  await deleteTwoFactor(tx, user_id);
  const last_step = Math.max(factor.last_step, known?.last_step ?? 0);
  await tx
    .insertInto('two_factor')
    .values({ ...factor, last_step })
    .execute();
  const rows = codes.map((code) => ({ ...code, user_id }));
  if (rows.length > 0) await tx.insertInto('recovery_codes').values(rows).execute();
}

/** Spends every step of everybody up to and including this one, since it is unknown which were spent. */
export async function spendAllSteps(tx: Tx, step: number): Promise<void> {
  await tx.updateTable('two_factor').set({ last_step: step }).where('last_step', '<', step).execute();
}
