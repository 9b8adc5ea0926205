import { queryOptions } from '@tanstack/react-query';
import { service } from '../auth/service.ts';

/** What a new federation or club still has to do, by what is true in the store. */
export const firstStepsQuery = (tenantId: number) =>
  queryOptions({
    queryKey: ['tenants', tenantId, 'first-steps'],
    queryFn: () => service.call('GET /api/admin/tenants/{id}/first-steps', tenantId),
  });
