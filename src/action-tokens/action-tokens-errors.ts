import { errorTable } from '../kernel/app-error.ts';

export const actionTokenErrors = errorTable({
  'token.invalid': {
    status: 400,
    detail: 'Poveznica više ne vrijedi: istekla je, već je iskorištena ili je zamijenjena novijom.',
    when: 'The action token is unknown, of another kind, expired, used, replaced or cancelled; the answer does not say which.',
  },
});
