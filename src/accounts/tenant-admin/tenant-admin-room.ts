import { defineRoom } from '../../platform/room/define-room.ts';
import { brandingRoutes } from './branding-routes.ts';
import type { BrandingDeps } from './change-logo.ts';
import { tenantLogosTable } from './logos-store.ts';
import type { LogoDeps } from './receive-logo.ts';
import { tenantAdminActions } from './tenant-admin-actions.ts';
import { tenantAdminErrors } from './tenant-admin-errors.ts';
import { tenantAdminRoutes } from './tenant-admin-routes.ts';

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
