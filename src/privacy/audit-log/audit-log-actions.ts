import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

export const auditLogActions = {
  /** Older records contain the searched text (`asked.q`). */
  'audit.export': action<{ format: string; asked?: object }>({ isWorded: true }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof auditLogActions> {}
}
