import type { Mail, NodemailerError, SMTPTransportOptions } from 'nodemailer';
import type { mailSettings } from '../config/mail-settings.ts';
import type { Values } from '../config/setting.ts';
import { seconds } from '../kernel/durations.ts';
import { type MailTransport, type MessageDeps, messageOf } from './mail-transport.ts';
import { classifyFailure, harmlessError } from './smtp-failure.ts';
import { isLoopbackAddress, NO_UTF8, needsUtf8, offersUtf8, smtpConnector } from './smtp-socket.ts';

/** Milliseconds. Together below a lease, so that no other node takes a mail in progress. */
export const smtpTimeouts = {
  connection: seconds(10),
  greeting: seconds(10),
  /** Longest silence of the server between two replies. */
  silence: seconds(30),
  /** The whole attempt; cuts off a server that drips bytes too. */
  whole: seconds(75),
};

export interface SmtpTransportDeps extends MessageDeps {
  readonly mail: Values<typeof mailSettings>;
  readonly timeouts?: typeof smtpTimeouts;
  /** Trusted certificates besides those of Node.js. */
  readonly trusted?: string;
  readonly isLoopback?: (address: string) => boolean;
}

/** Sends by SMTP with a connection per mail: none breaks while idle, and no worker waits for another. */
export function smtpTransport(deps: SmtpTransportDeps): MailTransport {
  const { mail: settings, timeouts = smtpTimeouts } = deps;
  let mailer: Promise<Mail> | undefined;
  return {
    deliver: async (mail, composed, stop) => {
      mailer ??= openMailer(deps);
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeouts.whole)]);
      try {
        if ([composed.to.address, deps.from.address].some(needsUtf8) && !(await offersUtf8(smtpOptions(deps), signal)))
          return { outcome: 'failed', error: NO_UTF8 };
        await (await mailer).sendMail({ ...messageOf(deps, mail, composed), signal });
        return { outcome: 'sent' };
      } catch (error) {
        return classifyFailure(error as NodemailerError, [composed.secret, settings.smtpPassword?.reveal()]);
      }
    },
  };
}

/**
 * Connects, reads the greeting, starts TLS as configured and authenticates, but sends nothing. `undefined` on success,
 * else a one-line reason without secrets.
 */
export async function checkSmtp(deps: ServerDeps): Promise<string | undefined> {
  try {
    await (await openMailer(deps)).verify();
    return undefined;
  } catch (error) {
    return harmlessError(error as NodemailerError, [deps.mail.smtpPassword?.reveal()]);
  }
}

type ServerDeps = Omit<SmtpTransportDeps, keyof MessageDeps>;

/** Loaded with the first mail, to keep the start fast. */
async function openMailer(deps: ServerDeps) {
  const { createTransport } = await import('nodemailer');
  return createTransport(smtpOptions(deps));
}

function smtpOptions({ mail, timeouts = smtpTimeouts, trusted, isLoopback = isLoopbackAddress }: ServerDeps) {
  const open = smtpConnector({ host: mail.smtpHost, port: mail.smtpPort }, timeouts.connection);
  const password = mail.smtpPassword?.reveal();
  return {
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
  } satisfies SMTPTransportOptions;
}

const CLEAR_PASSWORD = 'The password of the SMTP account is not sent over a line without TLS: see SVC_SMTP_TLS';

/**
 * The encryption that a connection requires before a mail is sent, decided by the address it actually reached: a name server
 * could resolve `localhost` to anything. There is no fallback: a failed STARTTLS ends the attempt.
 */
function lineRules(
  { smtpTls, smtpUser }: SmtpTransportDeps['mail'],
  local: boolean,
): Pick<SMTPTransportOptions, 'requireTLS' | 'ignoreTLS'> | undefined {
  if (smtpTls === 'none') return local || smtpUser === '' ? { ignoreTLS: true } : undefined;
  if (smtpTls === 'tls') return {};
  return { requireTLS: smtpTls === 'starttls' || !local };
}
