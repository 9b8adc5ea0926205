import type { TokenKind } from '../../accounts/action-tokens/action-token.ts';
import { type Manager, mayManage } from '../../accounts/permissions/managing-users.ts';
import type { User } from '../../accounts/users/user.ts';
import { isBlank, type MailKind, type MailState, type OutboxMail } from '../../platform/mail/mail.ts';

export const MAIL_ACTIONS = ['resend'] as const;
export type MailAction = (typeof MAIL_ACTIONS)[number];

type Recipient = Pick<User, 'id' | 'tenant_id' | 'role' | 'status' | 'email'>;

/** Never resent: they are about one moment, and their link or code is useless later. */
const OF_THE_MOMENT: readonly MailKind[] = [
  ...(['new-device', 'sign-in-code', 'email-changed', 'two-factor-enabled', 'recovery-codes-renewed'] as const),
  ...(['passkey-added', 'security-key-added', 'google-linked', 'identity-linked'] as const),
];

const LINK_IN: Partial<Record<MailKind, TokenKind>> = { invitation: 'invite', 'password-reset': 'reset' };

/** The kind of link in a mail, if any; resending it issues a new link for choosing a password. */
export const linkIn = ({ kind }: Pick<OutboxMail, 'kind'>): TokenKind | undefined => LINK_IN[kind];

/** Links are only sent to the person's current address; resets and codes for a new address only to active people. */
export function wantsNewSecret(mail: OutboxMail, { status, email }: Recipient): boolean {
  if (OF_THE_MOMENT.includes(mail.kind)) return false;
  const link = linkIn(mail);
  return (link === 'invite' || status === 'active') && (link === undefined || email === mail.to_address);
}

const WAITING: readonly MailState[] = ['queued', 'sending'];

/**
 * The actions that are possible on a mail now; `recipient` is needed if it has a secret. Whether the link or code is still open
 * is only checked by the act.
 */
export function mailActions(manager: Manager, mail: OutboxMail, recipient: Recipient | undefined): MailAction[] {
  if (WAITING.includes(mail.state) || isBlank(mail)) return [];
  if (mail.secret_ref === null) return [...MAIL_ACTIONS];
  const may = recipient && mayManage(manager, recipient) && wantsNewSecret(mail, recipient);
  return may ? [...MAIL_ACTIONS] : [];
}
