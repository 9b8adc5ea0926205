import { choiceSetting, integerSetting, type Values } from './setting.ts';

export const secondFactorSettings = {
  requiredTier: choiceSetting('SVC_2FA_REQUIRED_TIER', {
    fallback: '',
    choices: ['', '0', '1', '2', '3', '4'],
    why: 'Users of this tier or a stronger one (a smaller number) must enrol a second factor before anything else. Empty: nobody must.',
  }),
  reauthMinutes: integerSetting('SVC_REAUTH_MIN', {
    fallback: 10,
    min: 1,
    max: 1440,
    why: 'How long after a sign-in or re-authentication grave acts are allowed, minutes.',
  }),
} as const;

/** The weakest tier that must enrol a second factor; -1 when nobody must. */
export const enrolTierOf = ({ secondFactor }: { secondFactor: Values<typeof secondFactorSettings> }): number =>
  secondFactor.requiredTier === '' ? -1 : Number(secondFactor.requiredTier);
