import { queryOptions } from '@tanstack/react-query';
import { service } from '../auth/service.ts';

export const POLICY_KEY = ['policy'] as const;

export const versionsQuery = (tenantId: number) =>
  queryOptions({
    queryKey: [...POLICY_KEY, 'versions', tenantId],
    queryFn: () => service.call('GET /api/admin/privacy-policies', { tenant_id: tenantId, limit: 50 }),
  });
