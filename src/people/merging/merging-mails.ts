import { maskedEmail } from '../../accounts/users/masked-email.ts';
import type { User } from '../../accounts/users/user.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { enqueueMail, type MailToEnqueue } from '../../platform/mail/enqueue-mail.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    /** `other` is shortened to `a•••@example.hr`: of two people who were taken for one, neither learns the other's address. */
    'account-merged': {
      readonly other: string;
      /** The address that opens the account from now on. */
      readonly sign_in: 'this' | 'other';
      readonly at: Instant;
      readonly undo_until: Instant;
    };
    'account-unmerged': { readonly other: string; readonly at: Instant };
  }
}

export const mergingMails: MailTemplates<'account-merged' | 'account-unmerged'> = {
  'account-merged': {
    hr: ({ other, sign_in, at, undo_until }) => ({
      subject: 'Vaši su računi spojeni',
      paragraphs: [
        `Vaš je račun ${croatianTime(at)} spojen s još jednim računom (${other}). Članstva i dokumenti obaju računa od sada su na jednom mjestu.`,
        sign_in === 'this'
          ? 'I dalje se prijavljujete ovom adresom. Ako Vas je stranica odjavila, prijavite se ponovno.'
          : `Od sada se prijavljujete adresom ${other}. Ova adresa više ne otvara račun.`,
      ],
      notes: [
        `Ako drugi račun nije Vaš ili je došlo do pogreške, odmah se javite svojem administratoru: spajanje se može poništiti do ${croatianTime(undo_until)}.`,
      ],
    }),
    en: ({ other, sign_in, at, undo_until }) => ({
      subject: 'Your accounts were merged',
      paragraphs: [
        `On ${englishTime(at)} your account was merged with another one (${other}). The memberships and documents of both are in one place now.`,
        sign_in === 'this'
          ? 'You still sign in with this address. If you were signed out, sign in again.'
          : `From now on you sign in with ${other}. This address no longer opens an account.`,
      ],
      notes: [
        `If the other account is not yours, or this was a mistake, contact your administrator at once: the merge can be undone until ${englishTime(undo_until)}.`,
      ],
    }),
  },
  'account-unmerged': {
    hr: ({ other, at }) => ({
      subject: 'Spajanje računa je poništeno',
      paragraphs: [
        `Spajanje Vašeg računa s drugim računom (${other}) poništeno je ${croatianTime(at)}. Svaki račun opet ima svoja članstva i svoju prijavu.`,
        'Sve su prijave prekinute. Prijavite se ponovno ovom adresom.',
      ],
      notes: ['Ako ovo niste očekivali, javite se svojem administratoru.'],
    }),
    en: ({ other, at }) => ({
      subject: 'The merge of your accounts was undone',
      paragraphs: [
        `The merge of your account with another one (${other}) was undone on ${englishTime(at)}. Each account has its own memberships and its own sign-in again.`,
        'All sign-ins were ended. Sign in again with this address.',
      ],
      notes: ['If you did not expect this, contact your administrator.'],
    }),
  },
};

type MergeMail = 'account-merged' | 'account-unmerged';

/** To the owner of each of the two addresses who could sign in with it. */
export async function mailBoth<Kind extends MergeMail>(
  tx: Tx,
  kind: Kind,
  [one, other]: readonly [User, User],
  at: Instant,
  paramsFor: (user: User, other: string) => MailToEnqueue<Kind>['params'],
): Promise<void> {
  for (const [user, beside] of [
    [one, other],
    [other, one],
  ] as const)
    if (user.status === 'active')
      await enqueueMail(tx, { kind, to: user, params: paramsFor(user, maskedEmail(beside.email)), at });
}
