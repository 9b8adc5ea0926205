import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

export const sessionActions = {
  'session.limit': action<{ count: number; sid: string | undefined; limit: number }>(),
  /** A person ended one (`sid`) or all others (`count`) of their own; an administrator ended all of somebody's (`ended`). */
  'session.revoke': action<{ sid: string } | { count: number } | { ended: number }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof sessionActions> {}
}
