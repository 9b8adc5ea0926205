import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { brandingRoutes } from './branding-routes.ts';
import type { BrandingDeps } from './change-logo.ts';
import { tenantLogosTable } from './logos-store.ts';
import type { LogoDeps } from './receive-logo.ts';
import { tenantAdminActions } from './tenant-admin-actions.ts';
import { tenantAdminRoutes } from './tenant-admin-routes.ts';

const tenantAdminErrors = declareRefusals({
  'tenants.cycle': {
    status: 409,
    hr: 'Savez ili klub ne može biti ispod sebe ni ispod onih koji mu pripadaju.',
    en: 'A federation or club cannot be below itself, nor below what is below it.',
    when: 'The new place is the tenant itself, or below it.',
  },
  'tenants.depth': {
    status: 409,
    hr: 'Ispod toga se ne može ništa dodati: stablo ima najviše četiri razine.',
    en: 'There is no room below: there are four levels at most.',
    when: 'The tenant, or one below it, would be on a fifth level.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof tenantAdminErrors> {}
}

interface TenantAdminRoomDeps extends Pick<BrandingDeps, 'database' | 'clock'> {
  /** One queue for all pictures of the service. */
  readonly pictures: LogoDeps;
}

/** How federations and clubs are administered: their list and tree, names, colours and logos. */
export const tenantAdminRoom = defineRoom({
  name: 'tenant-admin',
  refusals: tenantAdminErrors,
  tables: [tenantLogosTable],
  auditActions: tenantAdminActions,
  open: ({ database, clock, pictures }: TenantAdminRoomDeps) => ({
    routes: [...tenantAdminRoutes({ database }), ...brandingRoutes({ database, clock, ...pictures })],
  }),
});
