import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { UserStatus } from './user.ts';

export const userActions = {
  'user.create': action<{ role: Role; status: UserStatus; import_id?: number }>(),
  'user.read': action<{ what?: 'consents'; mail_id?: number; request_id?: number }>(),
  'user.delete': action<{ status: UserStatus | null; sessions_ended: number; import_id?: number }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof userActions> {}
}
