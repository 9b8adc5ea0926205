import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';

export const invitationActions = {
  'user.invite': action<{ token_id: number; expires_at: Instant; sessions_ended: number; import_id?: number }>(),
  'invitation.cancel': action<{ token_id: number }>(),
  'export.invitations': action<ListExported>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof invitationActions> {}
}
