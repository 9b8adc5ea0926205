import { Type } from 'typebox';
import { errorTable } from '../../platform/kernel/app-error.ts';

export const bulkErrors = errorTable({
  'bulk.not_found': {
    status: 404,
    detail: 'Takve skupne radnje nema.',
    when: 'No such bulk act, or one of another tenant.',
  },
  'bulk.total': {
    status: 409,
    detail: 'Broj ljudi u međuvremenu se promijenio. Provjerite popis i pokušajte ponovno.',
    when: 'The number of people that the filter matches differs from `expected_total` by more than `tolerance`; `total` is that number.',
    members: { total: Type.Integer() },
  },
  'bulk.busy': {
    status: 409,
    detail: 'Jedna skupna radnja već je u tijeku. Pričekajte da završi.',
    when: 'A bulk act runs in the same tenant, over all tenants when this one does too, or for the same caller.',
  },
  'bulk.state': {
    status: 409,
    detail: 'To se više ne može poništiti.',
    when: 'Only a finished bulk act that changed somebody can be undone, once.',
  },
  'bulk.too_many': {
    status: 422,
    detail: 'Previše ljudi odjednom. Suzite popis filtrom.',
    when: 'The filter matches more than 100,000 people.',
  },
});
