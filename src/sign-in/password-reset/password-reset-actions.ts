import type { UserStatus } from '../../accounts/users/user.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

export const passwordResetActions = {
  'password.forgot.issue': action<{ token_id: number }>(),
  'password.forgot.miss': action<{ reason: 'limit' | 'unknown' | UserStatus; address_hmac: string }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof passwordResetActions> {}
}
