import { queryOptions } from '@tanstack/react-query';
import { service } from '../auth/service.ts';

export const providersQuery = queryOptions({
  queryKey: ['identity-providers'],
  queryFn: async () => (await service.call('GET /api/admin/identity-providers')).items,
});
