import { action, type MetasOf } from '../audit/audit-actions.ts';
import type { UserStatus } from '../users/user.ts';

/** Why no code was mailed; `not_allowed`: the person manages others, or must choose a new password first. */
export type MissReason = 'limit' | 'unknown' | 'not_allowed' | UserStatus;

export const signInCodeActions = {
  'login.code.issue': action(),
  'login.code.miss': action<{ reason: MissReason; address_hmac: string }>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof signInCodeActions> {}
}
