import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const transferErrors = declareRefusals({
  'transfers.not_found': {
    status: 404,
    hr: 'Takvog prijelaza nema.',
    en: 'Transfer not found.',
    when: 'No such transfer, or one that is not the caller’s to act on; the answer does not say which.',
  },
  'transfers.exists': {
    status: 409,
    hr: 'To ste već zatražili i čeka se odgovor.',
    en: 'You have asked for that already, and the answer is awaited.',
    when: 'The tenant asks a second time for the same address or number of the same club, whether or not anybody has it.',
  },
  'transfers.state': {
    status: 409,
    hr: 'Na taj je prijelaz u međuvremenu odgovoreno, povučen je ili je istekao.',
    en: 'This transfer has been answered, withdrawn or has expired meanwhile.',
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
  interface Refusals extends CodesOf<typeof transferErrors> {}
}
