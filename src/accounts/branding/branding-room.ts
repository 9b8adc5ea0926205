import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Colour } from '../../platform/kernel/readable-colour.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { brandingRoutes } from './branding-routes.ts';
import type { BrandingDeps } from './change-logo.ts';
import { tenantLogosTable } from './logos-store.ts';
import type { LogoDeps } from './receive-logo.ts';

const brandingActions = {
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
  interface AuditMetas extends MetasOf<typeof brandingActions> {}
}

interface BrandingRoomDeps extends Pick<BrandingDeps, 'database' | 'clock'> {
  /** One queue for all pictures of the service. */
  readonly pictures: LogoDeps;
}

export const brandingRoom = defineRoom({
  name: 'branding',
  tables: [tenantLogosTable],
  auditActions: brandingActions,
  open: ({ database, clock, pictures }: BrandingRoomDeps) => ({
    routes: brandingRoutes({ database, clock, ...pictures }),
  }),
});
