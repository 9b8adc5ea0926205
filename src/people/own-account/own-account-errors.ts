import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const meErrors = declareRefusals({
  'email.code_wrong': {
    status: 400,
    hr: 'Kod nije ispravan ili više ne vrijedi. Zatražite novi.',
    en: 'The code is wrong or no longer valid. Ask for a new one.',
    when: 'The code of an e-mail change is wrong, expired or replaced by a newer one. Counted like a wrong sign-in.',
  },
  'sessions.not_found': {
    status: 404,
    hr: 'Te prijave nema među Vašim aktivnim prijavama.',
    en: 'That sign-in is not among your active ones.',
    when: 'The sign-in is unknown, has ended, or is somebody else’s; the answer does not say which.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof meErrors> {}
}
