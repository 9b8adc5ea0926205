import { action, type MetasOf } from '../audit/audit-actions.ts';
import type { Role } from '../kernel/role.ts';
import type { UserStatus } from './user.ts';

export const userActions = {
  'user.create': action<{ role: Role; status: UserStatus; import_id?: number }>(),
  'user.read': action<{ what?: 'consents'; mail_id?: number; request_id?: number }>(),
  'user.delete': action<{ status: UserStatus | null; sessions_ended: number; import_id?: number }>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof userActions> {}
}
