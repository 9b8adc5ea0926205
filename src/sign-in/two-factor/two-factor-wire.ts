import { Type } from 'typebox';
import { RECOVERY_CODES } from './recovery-code.ts';

const RecoveryCodes = Type.Array(Type.String(), {
  minItems: RECOVERY_CODES,
  maxItems: RECOVERY_CODES,
  description: 'Single-use, instead of a code; shown only now',
});

export const StatusAnswer = Type.Object(
  { enabled: Type.Boolean(), recovery_codes_left: Type.Integer() },
  { title: 'TwoFactorStatus' },
);

export const SetupAnswer = Type.Object(
  {
    secret: Type.String({ description: 'Base32, to type in when the image cannot be scanned' }),
    otpauth_url: Type.String(),
    qr_code: Type.String({ description: 'The same as a PNG, as a `data:` URL' }),
    recovery_codes: RecoveryCodes,
  },
  { title: 'TwoFactorSetup' },
);

const code = Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'The 6-digit code' }));

/** Older clients send `totp`. */
export const VerifyBody = Type.Object({ code, totp: code });

export const EnabledAnswer = Type.Object({ enabled: Type.Boolean() }, { title: 'TwoFactorEnabled' });

export const RecoveryCodesAnswer = Type.Object({ recovery_codes: RecoveryCodes }, { title: 'RecoveryCodes' });
