import { errorTable } from '../kernel/app-error.ts';

export const signInErrors = errorTable({
  'login.wrong': {
    status: 401,
    detail: 'Pogrešna e-adresa ili lozinka.',
    when: 'The address, the password or the code is wrong; which of them is not told. The text counts the tries as `(N/5)`.',
  },
  'login.2fa_required': {
    status: 401,
    detail: '2FA_REQUIRED',
    when: 'The password is right and the account has a second factor, but no `totp` was sent.',
  },
  'account.suspended': {
    status: 403,
    detail: 'Vaš je račun privremeno isključen. Javite se svojem klubu ili savezu.',
    when: 'The password is right, the account is suspended.',
  },
  'account.invited': {
    status: 403,
    detail: 'Najprije dovršite prijavu poveznicom iz pozivnice.',
    when: 'The password is right, the invitation is not yet accepted.',
  },
  'refresh.invalid': {
    status: 401,
    detail: 'Prijava je istekla. Prijavite se ponovno.',
    when: 'The refresh token is malformed, expired, or its sign-in has ended.',
  },
  'refresh.reused': {
    status: 401,
    detail: 'Prijava je završena jer je njezin ključ upotrijebljen dvaput. Prijavite se ponovno.',
    when: 'The refresh token was spent before: somebody may hold a copy, so the whole sign-in was ended.',
  },
});
