import type { Instant } from '../../platform/kernel/clock.ts';
import { type MailTemplates, notice, type TakenBackUntil } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'two-factor-enabled': { readonly at: Instant } & TakenBackUntil;
    'two-factor-disabled': { readonly at: Instant };
    'recovery-codes-renewed': { readonly at: Instant } & TakenBackUntil;
  }
}

export const twoFactorMails: MailTemplates<'two-factor-enabled' | 'two-factor-disabled' | 'recovery-codes-renewed'> = {
  'two-factor-enabled': notice(
    ['Uključen je drugi korak prijave', 'Drugi korak prijave (2FA) uključen je'],
    ['Two-step sign-in was turned on', 'two-step sign-in (2FA) was turned on'],
  ),
  'two-factor-disabled': notice(
    ['Isključen je drugi korak prijave', 'Drugi korak prijave (2FA) isključen je'],
    ['Two-step sign-in was turned off', 'two-step sign-in (2FA) was turned off'],
    ['Za prijavu je sada dovoljna lozinka.', 'A password is now enough to sign in.'],
  ),
  'recovery-codes-renewed': notice(
    ['Izrađeni su novi rezervni kodovi', 'Novi rezervni kodovi za prijavu izrađeni su'],
    ['New recovery codes were made', 'new recovery codes for signing in were made'],
    ['Stari kodovi više ne vrijede.', 'The old codes no longer work.'],
  ),
};
