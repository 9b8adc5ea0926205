import { action, type MetasOf } from '../audit/audit-actions.ts';

export const sessionActions = {
  'session.limit': action<{ count: number; sid: string | undefined; limit: number }>(),
  /** One's own: which, or how many others. Ended by an administrator: how many. */
  'session.revoke': action<{ sid: string } | { count: number } | { ended: number }>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof sessionActions> {}
}
