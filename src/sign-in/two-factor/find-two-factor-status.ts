import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { countUnusedCodes, findTwoFactor } from './two-factor-store.ts';

export interface TwoFactorStatus {
  readonly enabled: boolean;
  readonly enabledAt: Instant | null;
  /** 0 until it is enabled. */
  readonly recoveryCodesLeft: number;
}

export async function findTwoFactorStatus(db: Db, userId: UserId): Promise<TwoFactorStatus> {
  const enabledAt = (await findTwoFactor(db, userId))?.enabled_at ?? null;
  const enabled = enabledAt !== null;
  return { enabled, enabledAt, recoveryCodesLeft: enabled ? await countUnusedCodes(db, userId) : 0 };
}
