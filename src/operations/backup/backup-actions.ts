import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

export const backupActions = {
  /** A restore applied a state from the journal that is newer than the backup. `key` if it is not about a person. */
  'backup.reapply': action<{ kind: string; did: readonly string[]; key?: string }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof backupActions> {}
}
