import { action, type MetasOf } from '../audit/audit-actions.ts';

export const auditLogActions = {
  /** Older records contain the searched text (`asked.q`). */
  'audit.export': action<{ format: string; asked?: object }>({ isWorded: true }),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof auditLogActions> {}
}
