import type { Mail, NodemailerError, SMTPTransportOptions } from 'nodemailer';
import type { mailSettings } from '../config/mail-settings.ts';
import type { Values } from '../config/setting.ts';
import { seconds } from '../kernel/durations.ts';
import { type MessageDeps, messageOf } from './mail-message.ts';
import type { MailTransport } from './mail-transport.ts';
import { harmlessError, judgeFailure } from './smtp-failure.ts';
import { isLoopbackAddress, smtpConnector } from './smtp-socket.ts';

/** Milliseconds. Together below a lease, so that a mail under way is never taken by another node. */
export const smtpTimeouts = {
  connection: seconds(10),
  greeting: seconds(10),
  /** Silence of the server between two answers. */
  silence: seconds(30),
  /** Everything; a server that drips a byte now and then is cut off too. */
  whole: seconds(75),
};

export interface SmtpTransportDeps extends MessageDeps {
  readonly mail: Values<typeof mailSettings>;
  readonly timeouts?: typeof smtpTimeouts;
  /** Certificates to trust besides those of Node.js. */
  readonly trusted?: string;
  readonly isLoopback?: (address: string) => boolean;
}

/** Sends over SMTP, a connection for each mail: no idle one breaks, and no lane waits for another. */
export function smtpTransport(deps: SmtpTransportDeps): MailTransport {
  const { mail: settings, timeouts = smtpTimeouts } = deps;
  let mailer: Promise<Mail> | undefined;
  return {
    deliver: async (mail, composed, stop) => {
      mailer ??= openMailer(deps);
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeouts.whole)]);
      try {
        await (await mailer).sendMail({ ...messageOf(deps, mail, composed), signal });
        return { outcome: 'sent' };
      } catch (error) {
        return judgeFailure(error as NodemailerError, [composed.secret, settings.smtpPassword?.reveal()]);
      }
    },
  };
}

/**
 * Connects, takes the greeting, begins TLS as the settings say, and signs in; no mail is sent. `undefined` when all of it
 * went well, else one harmless line of why not.
 */
export async function checkSmtp(deps: Omit<SmtpTransportDeps, keyof MessageDeps>): Promise<string | undefined> {
  try {
    await (await openMailer(deps)).verify();
    return undefined;
  } catch (error) {
    return harmlessError(error as NodemailerError, [deps.mail.smtpPassword?.reveal()]);
  }
}

/** Loaded with the first mail: a start should not wait for it. */
async function openMailer({
  mail,
  timeouts = smtpTimeouts,
  trusted,
  isLoopback = isLoopbackAddress,
}: Omit<SmtpTransportDeps, keyof MessageDeps>) {
  const { createTransport } = await import('nodemailer');
  const open = smtpConnector({ host: mail.smtpHost, port: mail.smtpPort }, timeouts.connection);
  const password = mail.smtpPassword?.reveal();
  return createTransport({
    host: mail.smtpHost,
    port: mail.smtpPort,
    secure: mail.smtpTls === 'tls',
    ...(mail.smtpUser === '' ? {} : { auth: { user: mail.smtpUser, pass: password }, forceAuth: true }),
    tls: { ...(trusted === undefined ? {} : { ca: trusted }), minVersion: 'TLSv1.2' },
    connectionTimeout: timeouts.connection + timeouts.greeting,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    dnsTimeout: timeouts.connection,
    socketCloseTimeout: seconds(1),
    getSocket: (_options, callback) => {
      open().then(
        (connection) => {
          const rules = lineRules(mail, isLoopback(connection.remoteAddress ?? ''));
          if (rules !== undefined) return callback(null, { connection, ...rules });
          connection.destroy();
          callback(Object.assign(new Error(CLEAR_PASSWORD), { code: 'ECONFIG' }));
        },
        (error: Error) => callback(error),
      );
    },
  } satisfies SMTPTransportOptions);
}

const CLEAR_PASSWORD = 'The password of the SMTP account is not sent over a line without TLS: see SVC_SMTP_TLS';

/**
 * What a connection must do before a mail goes over it, decided by the address it really reached. A name server could
 * otherwise send `localhost` anywhere. Nothing falls back: an offered STARTTLS that fails ends the try.
 */
function lineRules(
  { smtpTls, smtpUser }: SmtpTransportDeps['mail'],
  local: boolean,
): Pick<SMTPTransportOptions, 'requireTLS' | 'ignoreTLS'> | undefined {
  if (smtpTls === 'none') return local || smtpUser === '' ? { ignoreTLS: true } : undefined;
  if (smtpTls === 'tls') return {};
  return { requireTLS: smtpTls === 'starttls' || !local };
}
