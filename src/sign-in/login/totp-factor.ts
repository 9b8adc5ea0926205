import { Type } from 'typebox';
import { typedCode } from '../../platform/kernel/typed-code.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { redeemSecondFactor } from '../two-factor/redeem-second-factor.ts';
import type { SecondFactor } from './second-factor.ts';

const description = 'A 6-digit code or a recovery code';

export const Totp = Type.String({ minLength: 1, maxLength: 64, description });

/** Empty or null counts as absent: forms send what was not filled in. */
export const OptionalTotp = Type.Optional(Type.Union([Type.String({ maxLength: 64, description }), Type.Null()]));

/** Codes of an authenticator app, and recovery codes in their place. */
export const totpFactor = (keys: Keyring): SecondFactor => ({
  name: 'totp',
  proves: ['otp'],
  fields: { totp: OptionalTotp },
  state: async ({ two_factor_enabled_at }) => (two_factor_enabled_at === null ? 'absent' : 'demanded'),
  prepare: ({ id, two_factor_enabled_at }, { totp }) => {
    if (typeof totp !== 'string' || typedCode(totp) === '' || two_factor_enabled_at === null) return undefined;
    return Promise.resolve((tx, at, { alsoThrough: through }) =>
      redeemSecondFactor(tx, keys, id, { code: totp, at, through }),
    );
  },
});
