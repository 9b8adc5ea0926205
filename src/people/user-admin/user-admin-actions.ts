import type { UserStatus } from '../../accounts/users/user.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';

export const userAdminActions = {
  'user.update': action<{ changed: Readonly<Record<string, Change>>; email_requested?: boolean }>(),
  'user.role.change': action<{ before: Role; after: Role; sessions_ended: number }>(),
  'user.suspend': action<{ reason?: string; sessions_ended: number }>({ isWorded: true }),
  'user.unsuspend': action(),
  'user.password.reset': action<{ token_id: number; sessions_ended: number }>(),
  'user.address.taken': action<{ import_id?: number; count?: number }>(),
  'user.restore': action<{ status: UserStatus }>(),
  'user.unlock': action(),
  'user.2fa.reset': action(),
  'export.people': action<ListExported>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof userAdminActions> {}
}

interface Change {
  readonly before: unknown;
  readonly after: unknown;
}
