import { backupDaysOf } from '../../platform/config/backup-days.ts';
import { enrolTierOf } from '../../platform/config/enrol-tier.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { siteRoutes } from './site-routes.ts';
import { tenantActions } from './tenants-actions.ts';
import { tenantsRoutes } from './tenants-routes.ts';

interface TenantsRoomDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly publicUrl: string;
}

export const tenantsRoom = defineRoom({
  name: 'tenants',
  auditActions: tenantActions,
  lastingNumbers: ['tenants'],
  open: ({ database, clock, settings, publicUrl }: TenantsRoomDeps) => ({
    routes: [
      ...siteRoutes({
        database,
        googleClientId: settings.google.clientId,
        mailsCodes: settings.mailCodes.isOn,
        policyVersion: settings.privacy.policyVersion,
        publicUrl,
        passwordMin: settings.passwords.passwordMin,
        enrolTier: enrolTierOf(settings),
        backupDays: backupDaysOf(settings),
      }),
      ...tenantsRoutes({ database, clock }),
    ],
  }),
});
