import { PROBLEMS } from '../../platform/http/request-refusal.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const eventErrors = declareRefusals({
  'subscriptions.not_found': {
    status: 404,
    hr: 'Takve pretplate nema.',
    en: 'There is no such subscription.',
    when: 'No such subscription, or one of another tenant; for a service: it has none, or it is paused.',
  },
  'subscriptions.too_many': {
    status: 409,
    hr: 'Aplikacija ima previše pretplata. Uklonite one koje više ne trebaju.',
    en: 'The application has too many subscriptions. Remove those that are no longer needed.',
    when: 'The application has ten subscriptions.',
  },
  'subscriptions.pull_taken': {
    status: 409,
    hr: 'Ova usluga već ima pretplatu koju sama čita.',
    en: 'This service has a subscription already that it reads itself.',
    when: 'A second subscription of the form `pull` is asked for a service.',
  },
  'subscriptions.not_pushed': {
    status: 409,
    hr: 'To nije moguće za ovakvu pretplatu.',
    en: 'That is not possible for this kind of subscription.',
    when: 'A secret is asked for a subscription that is not of the form `push`, or a test event for one that is not called.',
  },
  'streams.not_found': {
    status: 404,
    hr: 'Takvog toka nema.',
    en: 'There is no such stream.',
    when: 'No such stream of the calling service; another receiver’s is none either. Polled, also one that is pushed.',
  },
  'streams.invalid': {
    status: 400,
    hr: 'Zahtjev za tok nije ispravan.',
    en: 'The request about the stream is not valid.',
    when: 'A part of a request of SSF does not match its schema, or a member that is ours differs; `detail` is a list as for `request.invalid`.',
    members: { detail: PROBLEMS },
  },
  'streams.taken': {
    status: 409,
    hr: 'Ova aplikacija već ima tok sigurnosnih događaja.',
    en: 'This application has a stream of security events already.',
    when: 'A second stream of SSF is asked for an application: read, change or delete the one that is there.',
  },
  'streams.held': {
    status: 403,
    hr: 'O ovom toku odlučio je administrator: samo ga on može nastaviti ili ukloniti.',
    en: 'An administrator has decided about this stream: only they can resume or remove it.',
    when: 'A receiver resumes or ends its stream, which an administrator paused or a restored backup stopped; or ends one whose types an administrator chose.',
  },
  'streams.too_soon': {
    status: 429,
    hr: 'Provjera je zatražena nedavno. Pokušajte kasnije.',
    en: 'A verification was asked for recently. Try again later.',
    when: 'A verification event is asked for within `min_verification_interval` of the last one.',
  },
  'streams.all_subjects': {
    status: 403,
    hr: 'Tok nosi događaje svih osoba i nijedna se ne može izuzeti.',
    en: 'The stream carries the events of all people, and none can be left out.',
    when: 'A subject is removed from a stream: streams carry the events of all people of the tenant.',
  },
  'streams.unknown_subject': {
    status: 404,
    hr: 'Takve osobe ovdje nema.',
    en: 'There is no such person here.',
    when: 'The subject is not `iss_sub` of this issuer, by which streams name people.',
  },
  'events.ahead': {
    status: 409,
    hr: 'Dnevnik još nije stigao do tog mjesta. Možda je vraćena sigurnosna kopija.',
    en: 'The log has not reached that place. A backup may have been restored.',
    when: 'Events are asked after a place that the chain has not reached: a backup may have been restored.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof eventErrors> {}
}
