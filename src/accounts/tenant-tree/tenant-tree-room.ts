import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { tenantTreeErrors } from './tenant-tree-errors.ts';
import { tenantTreeRoutes } from './tenant-tree-routes.ts';

const tenantTreeActions = {
  /** `before` and `after`: what it belonged to and belongs to; `null` at the top. */
  'tenant.move': action<{ before: number | null; after: number | null; tenants: number; people: number }>({
    group: 'service',
    act: { hr: 'premješten savez ili klub', en: 'federation or club moved' },
    deed: { en: 'moved a federation or club in the tree' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof tenantTreeActions> {}
}

export const tenantTreeRoom = defineRoom({
  name: 'tenant-tree',
  refusals: tenantTreeErrors,
  auditActions: tenantTreeActions,
  open: ({ database }: Pick<Platform, 'database'>) => ({ routes: tenantTreeRoutes({ database }) }),
});
