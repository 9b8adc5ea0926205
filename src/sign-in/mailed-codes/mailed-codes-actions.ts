import type { UserStatus } from '../../accounts/users/user.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

/** Why no code was mailed; `not_allowed`: the person manages others, or must choose a new password first. */
export type MissReason = 'limit' | 'unknown' | 'not_allowed' | UserStatus;

export const signInCodeActions = {
  'login.code.issue': action(),
  'login.code.miss': action<{ reason: MissReason; address_hmac: string }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof signInCodeActions> {}
}
