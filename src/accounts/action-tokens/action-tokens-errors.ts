import { errorTable } from '../../platform/kernel/app-error.ts';

export const actionTokenErrors = errorTable({
  'token.invalid': {
    status: 400,
    detail: 'Poveznica više ne vrijedi: istekla je, već je iskorištena ili je zamijenjena novijom.',
    when: 'The action token is unknown, of another kind, expired, used, replaced or cancelled; the answer does not say which.',
  },
  'token.too_many': {
    status: 429,
    detail: 'Ova je osoba u posljednjih sat vremena već dobila dvadeset poveznica. Pokušajte kasnije.',
    when: 'Twenty invitations and links for a new password were issued to this person within an hour, or mails to this address caused by administrators and services.',
  },
});
