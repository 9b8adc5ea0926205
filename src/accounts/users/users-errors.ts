import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const userErrors = declareRefusals({
  'users.state': {
    status: 409,
    hr: 'To u ovom stanju računa nije moguće.',
    en: 'That is not possible with the account’s current status.',
    when: 'The account is already in the requested state, or cannot reach it from its current one.',
  },
  'users.last_superadmin': {
    status: 409,
    hr: 'Ovo je posljednji glavni administrator. Najprije tu ulogu dajte još nekome.',
    en: 'This is the last head administrator. Give that role to someone else first.',
    when: 'The change would leave no active superadmin.',
  },
  'users.email_taken': {
    status: 409,
    hr: 'Osoba s ovom e-adresom već postoji.',
    en: 'Someone with this e-mail address already has an account.',
    when: 'Another account has the address.',
  },
  'memberships.number_taken': {
    status: 409,
    hr: 'Taj je članski broj u ovoj organizaciji već dodijeljen.',
    en: 'That membership number is or was somebody else’s in this organisation.',
    when: 'Another membership of the tenant has or had the number.',
  },
  'memberships.exists': {
    status: 409,
    hr: 'Osoba je već u ovoj organizaciji.',
    en: 'This person is in that organisation already.',
    when: 'The person has a live membership in the tenant already.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof userErrors> {}
}
