import type { Instant } from '../../platform/kernel/clock.ts';
import { type MailTemplates, notice, type TakenBackUntil } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'google-linked': { readonly at: Instant } & TakenBackUntil;
    'google-unlinked': { readonly at: Instant };
  }
}

export const googleMails: MailTemplates<'google-linked' | 'google-unlinked'> = {
  'google-linked': notice(
    ['Povezana je prijava Googleom', 'Vaš je račun s Googleovim računom povezan'],
    ['Sign-in with Google was linked', 'your account was linked with a Google account'],
  ),
  'google-unlinked': notice(
    ['Prekinuta je veza s Googleom', 'Veza Vašeg računa s Googleovim računom prekinuta je'],
    ['Sign-in with Google was unlinked', 'the link of your account with a Google account was removed'],
  ),
};
