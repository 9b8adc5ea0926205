import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const applicationErrors = declareRefusals({
  'applications.off': {
    status: 404,
    hr: 'Prijava u druge aplikacije nije uključena.',
    en: 'Signing in to other applications is not turned on.',
    when: 'No application has been registered.',
  },
  'applications.not_found': {
    status: 404,
    hr: 'Takve aplikacije nema.',
    en: 'There is no such application.',
    when: 'No such application, or one of another tenant; for oneself: one that was not agreed to.',
  },
  'applications.trusted': {
    status: 403,
    hr: 'Samo glavni administrator može odrediti da se ljude ne pita za pristanak.',
    en: 'Only a head administrator can decide that people are not asked for their consent.',
    when: 'An administrator of a tenant makes an application trusted, or manages one that is.',
  },
  'applications.below': {
    status: 403,
    hr: 'Aplikaciju koja vrijedi i za sve ispod može uređivati samo onaj čiji doseg obuhvaća sve ispod.',
    en: 'An application that reaches everything below can be managed only by somebody whose reach includes it.',
    when: 'An administrator whose membership has the reach `own` lets an application reach below, or manages one that does.',
  },
  'applications.no_secret': {
    status: 409,
    hr: 'Ovakva aplikacija nema tajnu.',
    en: 'An application of this kind has no secret.',
    when: 'A secret is asked for an application that could not keep it (`spa`, `native`).',
  },
  'applications.too_many': {
    status: 409,
    hr: 'Previše je aplikacija. Uklonite one koje više ne trebaju.',
    en: 'There are too many applications. Remove those that are no longer needed.',
    when: 'The tenant has 500 applications, or there are 500 that belong to none.',
  },
  'applications.device_code': {
    status: 404,
    hr: 'Nijedan uređaj ne čeka s tim kodom. Provjerite što piše na uređaju; kod vrijedi deset minuta.',
    en: 'No device is waiting with that code. Check what the device shows; a code works for ten minutes.',
    when: 'No device shows this code, it has expired, or somebody has decided about it already.',
  },
  'applications.device_guesses': {
    status: 429,
    hr: 'Previše pogrešnih kodova. Pokušajte kasnije.',
    en: 'Too many wrong codes. Try again later.',
    when: 'Somebody has typed ten codes within 15 minutes that no device shows.',
  },
  'applications.not_admitted': {
    status: 403,
    hr: 'Ova aplikacija nije za Vaš račun.',
    en: 'This application is not for your account.',
    when: 'A device is let in to an application that is not for the caller.',
  },
  'applications.policy_unconfirmed': {
    status: 403,
    hr: 'Prije ulaska potvrdite da ste upoznati s pravilima privatnosti.',
    en: 'Confirm first that you know the privacy policy.',
    when: 'A device is let in by somebody who has not confirmed the privacy policy that their tenant has published or inherits.',
  },
  'applications.changed': {
    status: 409,
    hr: 'Aplikacija je u međuvremenu promijenjena. Pogledajte što sada traži.',
    en: 'The application has been changed meanwhile. See what it asks for now.',
    when: 'A device is let in with a `shown` that is missing, or is not of what the application asks for now.',
  },
  'applications.interaction_gone': {
    status: 404,
    hr: 'Ova je prijava u aplikaciju istekla ili je započeta u drugom pregledniku. Krenite ponovno iz aplikacije.',
    en: 'This sign-in has expired or was begun in another browser. Start again from the application.',
    when: 'The interaction does not exist, has expired, is over, or was begun by another browser.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof applicationErrors> {}
}
