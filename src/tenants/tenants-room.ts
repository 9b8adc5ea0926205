import { enrolTierOf } from '../config/second-factor-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { defineRoom } from '../room/define-room.ts';
import { siteRoutes } from './site-routes.ts';
import { tenantsRoutes } from './tenants-routes.ts';

interface TenantsRoomDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: Settings;
}

export const tenantsRoom = defineRoom({
  name: 'tenants',
  open: ({ database, clock, settings }: TenantsRoomDeps) => ({
    routes: [
      ...siteRoutes({
        database,
        googleClientId: settings.google.clientId,
        policyVersion: settings.privacy.policyVersion,
        passwordMin: settings.passwords.passwordMin,
        enrolTier: enrolTierOf(settings),
      }),
      ...tenantsRoutes({ database, clock }),
    ],
  }),
});
