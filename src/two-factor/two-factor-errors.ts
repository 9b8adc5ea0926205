import { errorTable } from '../kernel/app-error.ts';

export const twoFactorErrors = errorTable({
  // Not `auth.*`: a client signs nobody out because of a mistyped code.
  '2fa.wrong_code': {
    status: 401,
    detail: 'Kod nije ispravan.',
    when: 'The code is wrong, too old, or was used before. Counted like a wrong sign-in; the text counts the tries as `(N/5)`.',
  },
  '2fa.already_enabled': {
    status: 409,
    detail: 'Drugi korak prijave već je uključen.',
    when: 'A second factor is enabled. It must be disabled before another one is set up.',
  },
  '2fa.not_set_up': {
    status: 409,
    detail: 'Najprije postavite drugi korak prijave.',
    when: 'There is no set-up to verify.',
  },
  '2fa.not_enabled': {
    status: 409,
    detail: 'Drugi korak prijave nije uključen.',
    when: 'Recovery codes are renewed only for an enabled second factor.',
  },
});
