import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Colour } from '../../platform/kernel/readable-colour.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';

export const tenantAdminActions = {
  'export.tenants': action<ListExported>({
    group: 'downloads',
    act: { hr: 'preuzet popis saveza i klubova', en: 'list of federations and clubs downloaded' },
    deed: { en: 'downloaded the list of federations and clubs' },
  }),
  /** `before` and `after`: what it belonged to and belongs to; `null` at the top. */
  'tenant.move': action<{ before: number | null; after: number | null; tenants: number; people: number }>({
    group: 'service',
    act: { hr: 'premješten savez ili klub', en: 'federation or club moved' },
    deed: { en: 'moved a federation or club in the tree' },
  }),
  'tenant.color': action<{ color: Colour | null }>({
    group: 'service',
    act: { hr: 'promijenjena boja saveza ili kluba', en: 'colour of a federation or club changed' },
    deed: { en: 'changed the colour of a federation or club' },
  }),
  'tenant.logo_upload': action<{ bytes: number }>({
    group: 'service',
    act: { hr: 'postavljen znak saveza ili kluba', en: 'logo of a federation or club set' },
    deed: { en: 'uploaded the logo of a federation or club' },
  }),
  'tenant.logo_delete': action({
    group: 'service',
    act: { hr: 'uklonjen znak saveza ili kluba', en: 'logo of a federation or club removed' },
    deed: { en: 'removed the logo of a federation or club' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof tenantAdminActions> {}
}
