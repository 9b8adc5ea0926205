import { action, type MetasOf } from '../audit/audit-actions.ts';
import type { UserStatus } from '../users/user.ts';

export const passwordResetActions = {
  'password.forgot.issue': action<{ token_id: number }>(),
  'password.forgot.miss': action<{ reason: 'limit' | 'unknown' | UserStatus; address_hmac: string }>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof passwordResetActions> {}
}
