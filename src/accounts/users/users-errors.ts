import { errorTable } from '../../platform/kernel/app-error.ts';

export const userErrors = errorTable({
  'users.state': {
    status: 409,
    detail: 'To u ovom stanju računa nije moguće.',
    when: 'The account is already in the requested state, or cannot reach it from its current one.',
  },
  'users.last_superadmin': {
    status: 409,
    detail: 'Ovo je posljednji glavni administrator. Najprije tu ulogu dajte još nekome.',
    when: 'The change would leave no active superadmin.',
  },
  'users.email_taken': {
    status: 409,
    detail: 'Osoba s ovom e-adresom već postoji.',
    when: 'Another account has the address.',
  },
});
