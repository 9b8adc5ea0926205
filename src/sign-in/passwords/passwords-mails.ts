import type { Instant } from '../../platform/kernel/clock.ts';
import { notice } from '../../platform/mail/mail-notice.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'password-changed': { readonly at: Instant };
  }
}

export const passwordMails: MailTemplates<'password-changed'> = {
  'password-changed': notice(
    ['Lozinka je promijenjena', 'Lozinka Vašeg računa promijenjena je'],
    ['Your password was changed', 'the password of your account was changed'],
  ),
};
