import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMailbox } from '../config/mail-settings.ts';
import type { Settings } from '../config/settings.ts';
import { writeWhole } from '../files/durable-writes.ts';
import { type Clock, nowOf } from '../kernel/clock.ts';
import { codeOf } from '../kernel/unchecked.ts';
import type { ComposedMail } from './compose-mail.ts';
import type { OutboxMail } from './mail.ts';
import { type MailTransport, type MessageDeps, messageOf } from './mail-transport.ts';
import { indexRecorded, mailFolder } from './recorded-mails.ts';
import { smtpTransport } from './smtp-transport.ts';

/** SMTP when the settings name a server, else files in the data folder. */
export function openMailTransport({ mail, server }: Pick<Settings, 'mail' | 'server'>, clock: Clock): MailTransport {
  const from = parseMailbox(mail.from);
  if (from === undefined) throw new Error('SVC_SMTP_FROM is not one mailbox'); // settings are validated at start
  const { publicUrl, dataDir } = server;
  return mail.smtpHost === ''
    ? fileTransport({ from, publicUrl, dataDir, clock })
    : smtpTransport({ from, publicUrl, mail });
}

export interface FileTransportDeps extends MessageDeps {
  readonly dataDir: string;
  readonly clock: Clock;
}

/** Records each mail in the folder `mail` instead of sending it: the whole message, and a line in `index.jsonl`. */
export function fileTransport(deps: FileTransportDeps): MailTransport {
  const folder = mailFolder(deps.dataDir);
  return {
    deliver: async (mail, composed) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = fileNameOf(mail);
        await writeWhole(join(folder, file), await messageBytes(deps, mail, composed));
        await indexRecorded(folder, indexLine(deps, mail, composed, file));
        return { outcome: 'sent' };
      } catch (error) {
        return { outcome: 'retry', error: `The mail could not be recorded: ${codeOf(error)}` };
      }
    },
  };
}

/** The same for every attempt, so that one after a crash replaces the file. */
const fileNameOf = ({ created_at, id }: OutboxMail): string => `${created_at.replaceAll(':', '-')}-${id}.eml`;

async function messageBytes(deps: MessageDeps, mail: OutboxMail, composed: ComposedMail): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await writer.sendMail(messageOf(deps, mail, composed));
  return message as Buffer;
}

function indexLine(
  { clock }: FileTransportDeps,
  mail: OutboxMail,
  { to, subject }: ComposedMail,
  file: string,
): Readonly<Record<string, unknown>> {
  const { id, message_id, kind } = mail;
  return { id, message_id, kind, to: to.address, subject, file, at: nowOf(clock) };
}
