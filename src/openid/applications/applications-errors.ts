import { errorTable } from '../../platform/kernel/app-error.ts';

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
    when: 'The tenant has 500 applications, or there are 500 that belong to none.',
  },
  'applications.device_code': {
    status: 404,
    detail: 'Nijedan uređaj ne čeka s tim kodom. Provjerite što piše na uređaju; kod vrijedi deset minuta.',
    when: 'No device shows this code, it has expired, or somebody has decided about it already.',
  },
  'applications.device_guesses': {
    status: 429,
    detail: 'Previše pogrešnih kodova. Pokušajte kasnije.',
    when: 'Somebody has typed ten codes within 15 minutes that no device shows.',
  },
  'applications.not_admitted': {
    status: 403,
    detail: 'Ova aplikacija nije za Vaš račun.',
    when: 'A device is let in to an application that is not for the caller.',
  },
  'applications.policy_unconfirmed': {
    status: 403,
    detail: 'Prije ulaska potvrdite da ste upoznati s pravilima privatnosti.',
    when: 'A device is let in by somebody who has not confirmed the privacy policy that their tenant has published or inherits.',
  },
  'applications.changed': {
    status: 409,
    detail: 'Aplikacija je u međuvremenu promijenjena. Pogledajte što sada traži.',
    when: 'A device is let in with a `shown` that is missing, or is not of what the application asks for now.',
  },
  'applications.interaction_gone': {
    status: 404,
    detail: 'Ova je prijava u aplikaciju istekla ili je započeta u drugom pregledniku. Krenite ponovno iz aplikacije.',
    when: 'The interaction does not exist, has expired, is over, or was begun by another browser.',
  },
});
