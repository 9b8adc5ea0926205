import type { Mail } from 'nodemailer';
import type { Mailbox } from '../config/mail-settings.ts';
import { epochOf } from '../kernel/clock.ts';
import type { ComposedMail } from './compose-mail.ts';
import { LOGO_CID, type OutboxMail } from './mail.ts';

/** Result of one attempt. `retry`: it may work later. `failed`: it never will. `error` contains no secret. */
export type Delivery = { readonly outcome: 'sent' } | { readonly outcome: 'retry' | 'failed'; readonly error: string };

export interface MailTransport {
  /** Never throws. `stop` aborts the attempt. */
  deliver(mail: OutboxMail, composed: ComposedMail, stop: AbortSignal): Promise<Delivery>;
}

const logoOf = (content: Buffer) =>
  ({ filename: 'logo.png', contentType: 'image/png', contentDisposition: 'inline', cid: LOGO_CID, content }) as const;

export interface MessageDeps {
  readonly from: Mailbox;
  readonly publicUrl: string;
}

/**
 * The message for nodemailer: addresses as objects, so that none is parsed from text. `Message-ID`, `Date` and boundary
 * come from the row, so that every attempt sends the same bytes and duplicates are recognised. No `List-Unsubscribe`
 * (RFC 8058): these mails belong to an account.
 */
export const messageOf = ({ from, publicUrl }: MessageDeps, mail: OutboxMail, composed: ComposedMail) =>
  ({
    from,
    to: composed.to,
    subject: composed.subject,
    text: composed.text,
    html: composed.html,
    attachments: composed.logo === undefined ? [] : [logoOf(composed.logo)],
    messageId: `<${mail.message_id}@${new URL(publicUrl).hostname}>`,
    date: new Date(epochOf(mail.created_at)),
    baseBoundary: mail.message_id,
    encoding: 'quoted-printable',
    headers: {
      'Auto-Submitted': 'auto-generated', // RFC 3834 §5: no vacation replies
      'X-Auto-Response-Suppress': 'All', // the same for Exchange
      'Content-Language': composed.languages.join(', '),
    },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }) satisfies Parameters<Mail['sendMail']>[0];
