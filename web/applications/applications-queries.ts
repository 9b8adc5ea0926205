import { queryOptions } from '@tanstack/react-query';
import { MOST_ON_A_PAGE } from '../../client/wire-limits.ts';
import { service } from '../auth/service.ts';

export const APPLICATIONS_KEY = ['applications'] as const;

/** Newest first; a federation has a dozen. */
export const applicationsQuery = (tenantId: number | undefined) =>
  queryOptions({
    queryKey: [...APPLICATIONS_KEY, tenantId ?? 'all'],
    queryFn: async () => {
      const query = tenantId === undefined ? {} : { tenant_id: tenantId };
      return (await service.call('GET /api/admin/applications', { ...query, limit: MOST_ON_A_PAGE })).items;
    },
  });
