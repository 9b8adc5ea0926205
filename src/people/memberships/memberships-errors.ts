import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const membershipErrors = declareRefusals({
  'memberships.not_found': {
    status: 404,
    hr: 'Takvog članstva nema.',
    en: 'Membership not found.',
    when: 'No such membership, one that has ended, or one that is not the person’s or lies outside the caller’s reach.',
  },
  'memberships.last': {
    status: 409,
    hr: 'To je Vaše jedino članstvo. Ako želite otići, zatražite brisanje svojih podataka.',
    en: 'This is your only membership. If you want to go, ask for your data to be erased.',
    when: 'A person leaves the only tenant in which they are active.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof membershipErrors> {}
}
