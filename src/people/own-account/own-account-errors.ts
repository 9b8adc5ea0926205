import { errorTable } from '../../platform/kernel/app-error.ts';

export const meErrors = errorTable({
  'email.code_wrong': {
    status: 400,
    detail: 'Kod nije ispravan ili više ne vrijedi. Zatražite novi.',
    when: 'The code of an e-mail change is wrong, expired or replaced by a newer one. Counted like a wrong sign-in.',
  },
  'sessions.not_found': {
    status: 404,
    detail: 'Te prijave nema među Vašim aktivnim prijavama.',
    when: 'The sign-in is unknown, has ended, or is somebody else’s; the answer does not say which.',
  },
});
