import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { backupDaysOf, enrolTierOf } from '../../platform/config/settings.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { siteRoutes } from './site-routes.ts';
import type { Tenant } from './tenant.ts';
import { tenantsTable } from './tenant.ts';
import { tenantAncestorsTable } from './tenant-ancestors.ts';

const tenantErrors = declareRefusals({
  'tenants.not_found': {
    status: 404,
    hr: 'Takvog saveza ili kluba nema.',
    en: 'Federation or club not found.',
    when: 'No such tenant.',
  },
  'tenants.slug_taken': {
    status: 409,
    hr: 'Taj kratki naziv već ima drugi savez ili klub.',
    en: 'That short name is already taken.',
    when: 'Another tenant has the slug.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof tenantErrors> {}
}

const tenantActions = {
  'tenant.create': action<{ name: string; slug: string; parent_id?: number }>({
    group: 'service',
    act: { hr: 'dodan savez ili klub', en: 'federation or club added' },
    deed: { en: 'added a federation or club' },
  }),
  'tenant.update': action<{ changed: Partial<Pick<Tenant, 'name' | 'slug' | 'publisher_since'>> }>({
    group: 'service',
    act: { hr: 'promijenjeni podaci saveza ili kluba', en: 'federation or club changed' },
    deed: { en: 'changed a federation or club' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof tenantActions> {}
}

export const tenantsRoom = defineRoom({
  name: 'tenants',
  refusals: tenantErrors,
  tables: [tenantsTable, tenantAncestorsTable],
  auditActions: tenantActions,
  idsNeverReused: ['tenants'],
  open: ({ database, settings, publicUrl }: Platform) => ({
    routes: siteRoutes({
      database,
      googleClientId: settings.google.clientId,
      mailsCodes: settings.mailCodes.isOn,
      policyVersion: settings.privacy.policyVersion,
      publicUrl,
      passwordMin: settings.passwords.passwordMin,
      enrolTier: enrolTierOf(settings),
      backupDays: backupDaysOf(settings),
    }),
  }),
});
