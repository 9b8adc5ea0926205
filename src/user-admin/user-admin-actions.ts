import { action, type MetasOf } from '../audit/audit-actions.ts';
import type { Role } from '../kernel/role.ts';
import type { ListExported } from '../sheets/list-export.ts';
import type { UserStatus } from '../users/user.ts';

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

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof userAdminActions> {}
}

interface Change {
  readonly before: unknown;
  readonly after: unknown;
}
