import { action, type MetasOf } from '../audit/audit-actions.ts';
import type { ListExported } from '../sheets/list-export.ts';

export const mailActions = {
  'mail.resend': action<{ mail_id: number }>(),
  'export.mails': action<ListExported>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof mailActions> {}
}
