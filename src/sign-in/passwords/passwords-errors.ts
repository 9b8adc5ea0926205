import { errorTable } from '../../platform/kernel/app-error.ts';

export const passwordErrors = errorTable({
  'password.wrong': {
    status: 403,
    detail: 'Lozinka ili kod nije ispravan.',
    when: 'The current password, or the code sent to re-authenticate, is wrong. Counted like a wrong sign-in.',
  },
  'passwords.busy': {
    status: 503,
    detail: 'Trenutačno je previše prijava. Pokušajte ponovno za nekoliko sekundi.',
    when: 'The queue of passwords to check is full.',
  },
});
