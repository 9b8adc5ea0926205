import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { removeTwoFactor } from './disable-two-factor.ts';
import { findTwoFactorStatus } from './find-two-factor-status.ts';
import { findTwoFactor, recoveryCodesTable, twoFactorTable } from './two-factor-store.ts';

export const twoFactorPersonalData: PersonalDataContributor = {
  room: 'two-factor',
  tables: [twoFactorTable, recoveryCodesTable],
  exportOf: async (db, userId) => {
    if ((await findTwoFactor(db, userId)) === undefined) return { two_factor: null };
    const { enabled, enabledAt, recoveryCodesLeft } = await findTwoFactorStatus(db, userId);
    return { two_factor: { enabled, enabled_at: enabledAt, recovery_codes_left: recoveryCodesLeft } };
  },
  erase: async (tx, userId, at) => void (await removeTwoFactor(tx, userId, at)),
  description: {
    holds: 'the second factor: its secret (encrypted), digests of recovery codes, times',
    erased: 'removed',
  },
};
