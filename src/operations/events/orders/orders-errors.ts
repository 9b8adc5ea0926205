import { type CodesOf, declareRefusals } from '../../../platform/kernel/app-error.ts';

export const orderErrors = declareRefusals({
  'orders.not_found': {
    status: 404,
    hr: 'Takvog naloga nema.',
    en: 'There is no such order.',
    when: 'No such order, or not for the caller: another recipient’s, another tenant’s, or the signature fits none of the recipient’s secrets.',
  },
  'orders.unsigned': {
    status: 401,
    hr: 'Potvrda nije potpisana.',
    en: 'The receipt is not signed.',
    when: 'A signed receipt is not a JWS with algorithm HS256 and type `iskaznica-receipt+jws`.',
  },
  'orders.stale': {
    status: 401,
    hr: 'Potvrda je potpisana prije više od pet minuta.',
    en: 'The receipt was signed more than five minutes ago.',
    when: '`iat` of a signed receipt is more than five minutes off.',
  },
  'orders.not_sent': {
    status: 409,
    hr: 'Nalog još nije poslan.',
    en: 'The order has not been sent yet.',
    when: 'A receipt comes before the order has reached its recipient.',
  },
  'orders.answered': {
    status: 409,
    hr: 'Na nalog je već odgovoreno.',
    en: 'The order has been answered already.',
    when: 'An order has its receipt already. The first one stands.',
  },
  'recipients.not_found': {
    status: 404,
    hr: 'Takvog primatelja nema.',
    en: 'There is no such recipient.',
    when: 'No such recipient entered by hand, or one of another tenant.',
  },
  'recipients.too_many': {
    status: 409,
    hr: 'Upisano je previše primatelja.',
    en: 'Too many recipients have been entered.',
    when: 'A tenant has five hundred recipients.',
  },
});

declare module '../../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof orderErrors> {}
}
