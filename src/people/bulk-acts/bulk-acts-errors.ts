import { Type } from 'typebox';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const bulkErrors = declareRefusals({
  'bulk.not_found': {
    status: 404,
    hr: 'Takve skupne radnje nema.',
    en: 'There is no such bulk action.',
    when: 'No such bulk act, or one of another tenant.',
  },
  'bulk.total': {
    status: 409,
    hr: 'Broj ljudi u međuvremenu se promijenio. Provjerite popis i pokušajte ponovno.',
    en: 'The number of people has changed meanwhile. Check the list and try again.',
    when: 'The number of people that the filter matches differs from `expected_total` by more than `tolerance`; `total` is that number.',
    members: { total: Type.Integer() },
  },
  'bulk.busy': {
    status: 409,
    hr: 'Jedna skupna radnja već je u tijeku. Pričekajte da završi.',
    en: 'A bulk action is already under way. Wait until it ends.',
    when: 'A bulk act runs in the same tenant, over all tenants when this one does too, or for the same caller.',
  },
  'bulk.state': {
    status: 409,
    hr: 'To se više ne može poništiti.',
    en: 'This can no longer be undone.',
    when: 'Only a finished bulk act that changed somebody can be undone, once.',
  },
  'bulk.too_many': {
    status: 422,
    hr: 'Previše ljudi odjednom. Suzite popis filtrom.',
    en: 'Too many people at once. Narrow the list with a filter.',
    when: 'The filter matches more than 100,000 people.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof bulkErrors> {}
}
