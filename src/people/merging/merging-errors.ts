import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const mergingErrors = declareRefusals({
  'merging.erasure': {
    status: 409,
    hr: 'Za jedan od ta dva računa traži se brisanje podataka. Najprije odlučite o tom zahtjevu.',
    en: 'The erasure of one of the two accounts has been requested. Decide about that first.',
    when: 'A request for erasure of one of the two is open: merged, it would erase both, or one half of a person.',
  },
  'merging.way_in': {
    status: 409,
    hr: 'Osoba s tim računom još nije prihvatila poziv. Odaberite prijavu drugog računa.',
    en: 'The person has not accepted the invitation to that account yet. Choose the other account’s sign-in.',
    when: 'The way in that was to stay is of an account that nobody has accepted, while the other one is in use.',
  },
  'merging.over': {
    status: 409,
    hr: 'Spajanje se više ne može poništiti: prošlo je 30 dana.',
    en: 'The merge can no longer be undone: 30 days have passed.',
    when: 'The merge is older than 30 days.',
  },
  'merging.not_last': {
    status: 409,
    hr: 'S tim je računom poslije spojen još jedan. Najprije poništite to spajanje.',
    en: 'Another account was merged later. Undo that merge first.',
    when: 'The remaining account was merged again, or another one into it.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof mergingErrors> {}
}
