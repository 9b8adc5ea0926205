import { queryOptions } from '@tanstack/react-query';
import type { Tenant } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import type { Language } from '../i18n/language.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

export const tenantQuery = (id: number) =>
  queryOptions({ queryKey: ['tenants', id], queryFn: () => service.call('GET /api/admin/tenants/{id}', id) });

export const tenantStatsQuery = (id: number) =>
  queryOptions({
    queryKey: ['stats', String(id)],
    queryFn: () => service.call('GET /api/admin/stats', { tenant_id: id }),
  });

const SHOWN = 20;

/** Those who manage it. */
export const administratorsQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'administrators', id],
    queryFn: () => service.call('GET /api/admin/users', { tenant_id: id, role: 'admin', sort: 'name', limit: SHOWN }),
  });

export const policyInForceQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ['policy', 'in-force', id, language],
    queryFn: () => service.open.call('GET /api/privacy-policy', { tenant_id: id, language }),
  });

/** The form for a new person, filled in for an administrator of the tenant. */
export const administratorInvitation = ({ id }: Tenant) => ({
  to: PAGE_PATHS.users,
  search: { tenant_id: String(id), new: '1', grant: 'admin' },
});
