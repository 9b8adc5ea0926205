import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const actionTokenErrors = declareRefusals({
  'token.invalid': {
    status: 400,
    hr: 'Poveznica više ne vrijedi: istekla je, već je iskorištena ili je zamijenjena novijom.',
    en: 'The link is no longer valid.',
    onPages: 'Poveznica više ne vrijedi.',
    when: 'The action token is unknown, of another kind, expired, used, replaced or cancelled; the answer does not say which.',
  },
  'token.too_many': {
    status: 429,
    hr: 'Ova je osoba u posljednjih sat vremena već dobila dvadeset poveznica. Pokušajte kasnije.',
    en: 'This person has received twenty links within the last hour. Try again later.',
    when: 'Twenty invitations and links for a new password were issued to this person within an hour, or mails to this address caused by administrators and services.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof actionTokenErrors> {}
}
