import { integerSetting } from './setting.ts';

export const passwordSettings = {
  bcryptCost: integerSetting('SVC_BCRYPT_COST', {
    fallback: 12,
    min: 10,
    max: 15,
    why: 'Cost of a password hash; one more doubles it. A hash of lower cost is renewed at the next sign-in, one of higher cost is not imported. After it was lowered every check takes as long as the costliest hash that is still stored.',
  }),
  passwordMin: integerSetting('SVC_PASSWORD_MIN', {
    fallback: 8,
    min: 8,
    max: 64,
    why: 'Fewest characters of a new password.',
  }),
} as const;
