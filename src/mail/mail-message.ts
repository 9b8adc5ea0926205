import type { Mail } from 'nodemailer';
import type { Mailbox } from '../config/mailbox.ts';
import { epochOf } from '../kernel/clock.ts';
import type { ComposedMail } from './compose-mail.ts';
import type { OutboxMail } from './mail.ts';

export interface MessageDeps {
  readonly from: Mailbox;
  readonly publicUrl: string;
}

/**
 * The message as nodemailer takes it: addresses as objects, never as text that would be parsed again. `Message-ID`, `Date`
 * and the boundary come from the row, so every try sends the same bytes and a duplicate can be told. No `List-Unsubscribe`
 * (RFC 8058): these mails belong to an account and cannot be ordered off.
 */
export const messageOf = ({ from, publicUrl }: MessageDeps, mail: OutboxMail, composed: ComposedMail) =>
  ({
    from,
    to: composed.to,
    subject: composed.subject,
    text: composed.text,
    html: composed.html,
    messageId: `<${mail.message_id}@${new URL(publicUrl).hostname}>`,
    date: new Date(epochOf(mail.created_at)),
    baseBoundary: mail.message_id,
    encoding: 'quoted-printable',
    headers: {
      'Auto-Submitted': 'auto-generated', // RFC 3834 §5: no holiday answers
      'X-Auto-Response-Suppress': 'All', // the same for Exchange
      'Content-Language': composed.languages.join(', '),
    },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }) satisfies Parameters<Mail['sendMail']>[0];
