import type { TokenKind } from '../action-tokens/action-token.ts';
import { isBlank, type MailKind, type MailState, type OutboxMail } from '../mail/mail.ts';
import { type Manager, mayManage } from '../policy/managing-users.ts';
import type { User } from '../users/user.ts';

export const MAIL_ACTIONS = ['resend'] as const;
export type MailAction = (typeof MAIL_ACTIONS)[number];

type Recipient = Pick<User, 'id' | 'tenant_id' | 'role' | 'status' | 'email'>;

/** Not to be sent again: they are about one moment, and their link or code is of no use at any other. */
const OF_THE_MOMENT: readonly MailKind[] = ['new-device', 'sign-in-code'];

const LINK_IN: Partial<Record<MailKind, TokenKind>> = { invitation: 'invite', 'password-reset': 'reset' };

/** What kind of link a mail brings, if any: resending it makes a link for a new password. */
export const linkIn = ({ kind }: Pick<OutboxMail, 'kind'>): TokenKind | undefined => LINK_IN[kind];

/** A link is for the mailbox that is theirs now; a reset, and a code for another address, for who may sign in. */
export function wantsNewSecret(mail: OutboxMail, { status, email }: Recipient): boolean {
  if (OF_THE_MOMENT.includes(mail.kind)) return false;
  const link = linkIn(mail);
  return (link === 'invite' || status === 'active') && (link === undefined || email === mail.to_address);
}

const WAITING: readonly MailState[] = ['queued', 'sending'];

/**
 * What whoever sees a mail may do with it now; `recipient` where it brings a secret. Whether the link or code is still
 * waited for, only the act finds out.
 */
export function mailActions(manager: Manager, mail: OutboxMail, recipient: Recipient | undefined): MailAction[] {
  if (WAITING.includes(mail.state) || isBlank(mail)) return [];
  if (mail.secret_ref === null) return [...MAIL_ACTIONS];
  const may = recipient && mayManage(manager, recipient) && wantsNewSecret(mail, recipient);
  return may ? [...MAIL_ACTIONS] : [];
}
