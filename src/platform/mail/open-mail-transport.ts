import { parseMailbox } from '../config/mailbox.ts';
import type { Settings } from '../config/settings.ts';
import type { Clock } from '../kernel/clock.ts';
import { fileTransport } from './file-transport.ts';
import type { MailTransport } from './mail-transport.ts';
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
