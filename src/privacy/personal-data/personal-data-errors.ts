import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const privacyErrors = declareRefusals({
  'erasure.not_found': {
    status: 404,
    hr: 'Takvog zahtjeva za brisanje nema.',
    en: 'Request not found.',
    onPages: 'Takvog zahtjeva nema.',
    when: 'No such request for erasure, or the caller has made none.',
  },
  'erasure.state': {
    status: 409,
    hr: 'To sa zahtjevom za brisanje više nije moguće.',
    en: 'The request has been decided in the meantime. Reload the page.',
    onPages: 'O zahtjevu je u međuvremenu odlučeno. Osvježite stranicu.',
    when: 'The request was already decided, cancelled or extended, cannot be yet, or its deadline has passed.',
  },
  'erasure.held': {
    status: 409,
    hr: 'Brisanje je zabranjeno iz pravnog razloga.',
    en: 'The data is on legal hold.',
    when: 'A legal hold must be lifted before the request can be approved.',
  },
  'erasure.superadmin': {
    status: 409,
    hr: 'Glavni administrator najprije mora predati svoju ulogu.',
    en: 'A head administrator must hand over that role first.',
    when: 'A superadmin cannot be erased; change their role first.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof privacyErrors> {}
}
