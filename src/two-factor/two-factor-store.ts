import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';

interface TwoFactorTable {
  user_id: UserId;
  /** Base32, sealed. */
  secret: string;
  set_up_at: Instant;
  /** `null`: set up but not verified. */
  enabled_at: Instant | null;
  /** The last accepted time step; it and all earlier ones are spent. */
  last_step: number;
}

interface RecoveryCodesTable {
  code_hmac: string;
  user_id: UserId;
  created_at: Instant;
  used_at: Instant | null;
}

declare module '../database/schema.ts' {
  interface Schema {
    two_factor: TwoFactorTable;
    recovery_codes: RecoveryCodesTable;
  }
}

export const findTwoFactor = (db: Db, userId: UserId): Promise<TwoFactorTable | undefined> =>
  db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Stores a fresh secret in place of none or an unverified one. False when one is enabled. */
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
export async function enable(tx: Tx, { user_id, secret }: TwoFactorTable, step: number, at: Instant): Promise<boolean> {
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
export async function spendStep(tx: Tx, { user_id, secret }: TwoFactorTable, step: number): Promise<boolean> {
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

/** The caller must hold the row of `two_factor`. */
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
