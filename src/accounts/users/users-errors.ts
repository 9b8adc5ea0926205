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
    hr: 'Taj je članski broj u ovom savezu ili klubu već dodijeljen.',
    en: 'That member number has already been given to somebody in this federation or club.',
    when: 'Another membership of the tenant has or had the number.',
  },
  'memberships.exists': {
    status: 409,
    hr: 'Osoba već ima članstvo u ovom savezu ili klubu.',
    en: 'This person already has a membership in this federation or club.',
    when: 'The person has a live membership in the tenant already.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof userErrors> {}
}
