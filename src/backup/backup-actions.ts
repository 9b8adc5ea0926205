import { action, type MetasOf } from '../audit/audit-actions.ts';

export const backupActions = {
  /** A restore brought something to where it stood last, which the backup is too old to know. `key` where it is no person. */
  'backup.reapply': action<{ kind: string; did: readonly string[]; key?: string }>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof backupActions> {}
}
