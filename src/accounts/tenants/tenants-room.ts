import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { backupDaysOf, enrolTierOf, type Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';
import { siteRoutes } from './site-routes.ts';
import type { Tenant } from './tenant.ts';
import { tenantsTable } from './tenant.ts';
import { tenantErrors } from './tenants-errors.ts';
import { tenantsRoutes } from './tenants-routes.ts';

const tenantActions = {
  'export.tenants': action<ListExported>(),
  'tenant.create': action<{ name: string; slug: string }>(),
  'tenant.update': action<{ changed: Partial<Pick<Tenant, 'name' | 'slug' | 'publisher_since'>> }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof tenantActions> {}
}

interface TenantsRoomDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly publicUrl: string;
}

export const tenantsRoom = defineRoom({
  name: 'tenants',
  refusals: tenantErrors,
  tables: [tenantsTable],
  auditActions: tenantActions,
  idsNeverReused: ['tenants'],
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
