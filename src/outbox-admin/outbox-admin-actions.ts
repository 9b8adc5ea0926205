import { action, type MetasOf } from '../audit/audit-actions.ts';

export const mailActions = {
  'mail.resend': action<{ mail_id: number }>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof mailActions> {}
}
