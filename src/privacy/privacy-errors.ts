import { errorTable } from '../kernel/app-error.ts';

export const privacyErrors = errorTable({
  'erasure.not_found': {
    status: 404,
    detail: 'Takvog zahtjeva za brisanje nema.',
    when: 'No such request for erasure, or the caller has made none.',
  },
  'erasure.state': {
    status: 409,
    detail: 'Zahtjev za brisanje više nije u stanju u kojem je to moguće.',
    when: 'The request was decided, cancelled or extended already, or is not there yet.',
  },
  'erasure.held': {
    status: 409,
    detail: 'Zahtjev je zadržan iz pravnog razloga.',
    when: 'A legal hold must be lifted before the request can be approved.',
  },
  'erasure.superadmin': {
    status: 409,
    detail: 'Glavni administrator najprije mora predati svoju ulogu.',
    when: 'The erasure of a superadmin was to be approved; another role must be given to them first.',
  },
});
