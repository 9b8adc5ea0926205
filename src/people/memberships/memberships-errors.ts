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
  'transfers.not_found': {
    status: 404,
    hr: 'Takvog prijelaza nema.',
    en: 'Transfer not found.',
    when: 'No such transfer, or one that is not the caller’s to act on; the answer does not say which.',
  },
  'transfers.exists': {
    status: 409,
    hr: 'To ste već zatražili. Odgovor još nije stigao.',
    en: 'You have already asked for this. There is no answer yet.',
    when: 'The tenant asks a second time for the same address or number of the same club, whether or not anybody has it.',
  },
  'transfers.state': {
    status: 409,
    hr: 'Na taj je zahtjev već odgovoreno, povučen je ili je istekao.',
    en: 'This request has already been answered, was withdrawn or has expired.',
    when: 'Another answer was first, or its time is over.',
  },
  'transfers.not_yours': {
    status: 403,
    hr: 'Na taj zahtjev odgovara klub, a nakon 14 dana i savez iznad oba kluba.',
    en: 'The club answers this request, and after 14 days the federation above both clubs may.',
    when: 'Somebody above the club answers in its place, within 14 days or without reaching both clubs.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof membershipErrors> {}
}
