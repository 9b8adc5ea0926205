import type { Settings } from '../../platform/config/settings.ts';
import { isLoopbackHost } from '../../platform/http/local-call.ts';
import { checkSmtp } from '../../platform/mail/smtp-transport.ts';
import type { Finding } from './finding.ts';

/** Whether the mail server accepts the configured connection: greeting, TLS, authentication. Sends nothing. */
export async function examineMail({ mail, server }: Settings): Promise<Finding[]> {
  const about = 'mail';
  if (mail.smtpHost === '') {
    const verdict = isLoopbackHost(new URL(server.publicUrl).hostname) ? 'ok' : 'warn';
    return [{ verdict, about, text: 'recorded as files: nobody gets any, since SVC_SMTP_HOST is not set' }];
  }
  const { smtpHost, smtpPort, smtpTls, smtpUser } = mail;
  const failure = await checkSmtp({ mail });
  if (failure !== undefined) return [{ verdict: 'WRONG', about, text: `${smtpHost}:${smtpPort}: ${failure}` }];
  const as = smtpUser === '' ? 'without signing in' : `signed in as ${smtpUser}`;
  const found: Finding[] = [{ verdict: 'ok', about, text: `${smtpHost}:${smtpPort} answers; TLS ${smtpTls}, ${as}` }];
  if (smtpTls === 'none' && !isLoopbackHost(smtpHost))
    found.push({
      verdict: 'warn',
      about,
      text: 'SVC_SMTP_TLS=none: mails with links go over the network in the clear',
    });
  return found;
}
