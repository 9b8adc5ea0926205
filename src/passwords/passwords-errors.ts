import { errorTable } from '../kernel/app-error.ts';

export const passwordErrors = errorTable({
  'password.wrong': {
    status: 403,
    detail: 'Lozinka ili kod nije ispravan.',
    when: 'The current password, or the code that proves who the caller is, is wrong. Counted like a wrong sign-in.',
  },
  'passwords.busy': {
    status: 503,
    detail: 'Trenutačno je previše prijava. Pokušajte ponovno za nekoliko sekundi.',
    when: 'More passwords wait to be checked than can be checked in time.',
  },
});
