import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';
import type { Tenant } from './tenant.ts';

export const tenantActions = {
  'export.tenants': action<ListExported>(),
  'tenant.create': action<{ name: string; slug: string }>(),
  'tenant.update': action<{ changed: Partial<Pick<Tenant, 'name' | 'slug' | 'publisher_since'>> }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof tenantActions> {}
}
