import { defineRoom } from '../../platform/room/define-room.ts';
import { brandingActions } from './branding-actions.ts';
import type { BrandingDeps } from './branding-deps.ts';
import { brandingRoutes } from './branding-routes.ts';
import type { LogoDeps } from './receive-logo.ts';

interface BrandingRoomDeps extends Pick<BrandingDeps, 'database' | 'clock'> {
  /** One queue for all pictures of the service. */
  readonly pictures: LogoDeps;
}

export const brandingRoom = defineRoom({
  name: 'branding',
  auditActions: brandingActions,
  open: ({ database, clock, pictures }: BrandingRoomDeps) => ({
    routes: brandingRoutes({ database, clock, ...pictures }),
  }),
});
