import { errorTable } from '../../platform/kernel/app-error.ts';

export const privacyErrors = errorTable({
  'erasure.not_found': {
    status: 404,
    detail: 'Takvog zahtjeva za brisanje nema.',
    when: 'No such request for erasure, or the caller has made none.',
  },
  'erasure.state': {
    status: 409,
    detail: 'Zahtjev za brisanje više nije u stanju u kojem je to moguće.',
    when: 'The request was already decided, cancelled or extended, cannot be yet, or its deadline has passed.',
  },
  'erasure.held': {
    status: 409,
    detail: 'Zahtjev je zadržan iz pravnog razloga.',
    when: 'A legal hold must be lifted before the request can be approved.',
  },
  'erasure.superadmin': {
    status: 409,
    detail: 'Glavni administrator najprije mora predati svoju ulogu.',
    when: 'A superadmin cannot be erased; change their role first.',
  },
});
