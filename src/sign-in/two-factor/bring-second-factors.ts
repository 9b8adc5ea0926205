import { recordSecondFactors } from '../../accounts/users/changed-users-store.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { lastStepAt, sealSecret } from './totp.ts';
import { addEnabled, dropFactorsOf } from './two-factor-store.ts';

/** An authenticator app that somebody had in another system. */
export interface BroughtFactor {
  readonly userId: UserId;
  /** Base32. */
  readonly secret: string;
}

/**
 * Enables the authenticator apps of people who have just been created. Codes of now are spent, since it is unknown which of them the
 * other system has taken.
 */
export async function bringSecondFactors(
  tx: Tx,
  keys: Keyring,
  brought: readonly BroughtFactor[],
  at: Instant,
): Promise<void> {
  if (brought.length === 0) return;
  const last_step = lastStepAt(at);
  await addEnabled(
    tx,
    brought.map(({ userId, secret }) => ({
      user_id: userId,
      secret: sealSecret(keys, userId, secret),
      set_up_at: at,
      enabled_at: at,
      last_step,
      set_up_by: null,
      enabled_by: null,
    })),
  );
  await recordSecondFactors(
    tx,
    brought.map(({ userId }) => userId),
    at,
  );
}

/** Removes the second factors of people whose creation is undone. */
export async function takeBackSecondFactors(tx: Tx, ids: readonly UserId[]): Promise<void> {
  const had = await dropFactorsOf(tx, ids);
  if (had.length > 0) await recordSecondFactors(tx, had, null);
}
