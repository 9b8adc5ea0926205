import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';

export const mailActions = {
  'mail.resend': action<{ mail_id: number }>(),
  'export.mails': action<ListExported>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof mailActions> {}
}
