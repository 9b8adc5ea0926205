import { Type } from 'typebox';
import type { Keyring } from '../keys/keyring.ts';
import { redeemSecondFactor } from '../two-factor/redeem-second-factor.ts';
import type { SecondFactor } from './second-factor.ts';

export const Totp = Type.String({ minLength: 1, maxLength: 64, description: 'A 6-digit code or a recovery code' });

/** Codes of an authenticator app, and recovery codes in their place. */
export const totpFactor = (keys: Keyring): SecondFactor => ({
  name: 'totp',
  proves: ['otp'],
  fields: { totp: Type.Optional(Totp) },
  state: async ({ two_factor_enabled_at }) => (two_factor_enabled_at === null ? 'absent' : 'demanded'),
  prepare: ({ id, two_factor_enabled_at }, { totp }) => {
    if (typeof totp !== 'string' || two_factor_enabled_at === null) return undefined;
    return Promise.resolve((tx, at) => redeemSecondFactor(tx, keys, id, { code: totp, at }));
  },
});
