import { errorTable } from '../kernel/app-error.ts';

export const applicationErrors = errorTable({
  'applications.off': {
    status: 404,
    detail: 'Prijava u druge aplikacije nije uključena.',
    when: 'No application has been registered.',
  },
  'applications.not_found': {
    status: 404,
    detail: 'Takve aplikacije nema.',
    when: 'No such application, or one of another tenant; for oneself: one that was not agreed to.',
  },
  'applications.trusted': {
    status: 403,
    detail: 'Samo glavni administrator može odrediti da se ljude ne pita za pristanak.',
    when: 'An administrator of a tenant makes an application trusted, or manages one that is.',
  },
  'applications.no_secret': {
    status: 409,
    detail: 'Ovakva aplikacija nema tajnu.',
    when: 'A secret is asked for an application that could not keep it (`spa`, `native`).',
  },
  'applications.too_many': {
    status: 409,
    detail: 'Previše je aplikacija. Uklonite one koje više ne trebaju.',
    when: 'There are 500 applications.',
  },
  'applications.interaction_gone': {
    status: 404,
    detail: 'Ova je prijava u aplikaciju istekla ili je započeta u drugom pregledniku. Krenite ponovno iz aplikacije.',
    when: 'The interaction does not exist, has expired, is over, or was begun by another browser.',
  },
});
