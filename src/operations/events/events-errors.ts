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
    hr: 'Ovu pretplatu čita sama usluga.',
    en: 'This subscription is read by the service itself.',
    when: 'A secret or a test event is asked for a subscription of the form `pull`.',
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
