import { queryOptions } from '@tanstack/react-query';
import { service } from '../auth/service.ts';

/** Prefix of the lists of people without a second factor. */
export const MISSING_KEY = 'missing-factors';

export const factorPolicyQuery = queryOptions({
  queryKey: ['factor-policy'],
  queryFn: () => service.call('GET /api/admin/factor-policy'),
});
