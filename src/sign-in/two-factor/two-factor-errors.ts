import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { GUESS_MEMBERS } from '../lockout/lockout-errors.ts';

export const twoFactorErrors = declareRefusals({
  // Not `auth.*`: clients sign out on those, which a mistyped code must not cause.
  '2fa.wrong_code': {
    status: 401,
    hr: 'Kod nije ispravan.',
    en: 'Wrong code.',
    when: 'The code is wrong, too old, or was used before. Counted like a wrong sign-in; the text counts the attempts as `(N/5)`.',
    members: GUESS_MEMBERS,
  },
  '2fa.already_enabled': {
    status: 409,
    hr: 'Drugi korak prijave već je uključen.',
    en: 'The second step is already on.',
    when: 'A second factor is already enabled; disable it before setting up another.',
  },
  '2fa.not_set_up': {
    status: 409,
    hr: 'Najprije postavite drugi korak prijave.',
    en: 'Set up the second step first.',
    when: 'There is no set-up to verify.',
  },
  '2fa.not_enabled': {
    status: 409,
    hr: 'Drugi korak prijave nije uključen.',
    en: 'The second step is not on.',
    when: 'Recovery codes exist only for an enabled second factor.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof twoFactorErrors> {}
}
