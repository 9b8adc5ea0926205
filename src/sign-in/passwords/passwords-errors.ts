import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const passwordErrors = declareRefusals({
  'password.wrong': {
    status: 403,
    hr: 'Lozinka ili kod nije ispravan.',
    en: 'Wrong password.',
    onPages: 'Lozinka nije ispravna.',
    when: 'The current password, or the code sent to re-authenticate, is wrong. Counted like a wrong sign-in.',
  },
  'invitation.account_exists': {
    status: 409,
    hr: 'S ovom e-adresom već imate račun. Prijavite se i prihvatite poziv.',
    en: 'You already have an account with this address. Sign in and accept the invitation.',
    when: 'The link is of an invitation to join another tenant with an account that exists; it still works.',
  },
  'passwords.busy': {
    status: 503,
    hr: 'Trenutačno je previše prijava. Pokušajte ponovno za nekoliko sekundi.',
    en: 'Too many people are signing in right now. Try again in a few seconds.',
    when: 'The queue of passwords to check is full.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof passwordErrors> {}
}
