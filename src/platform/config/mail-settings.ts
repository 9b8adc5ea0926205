import { choiceSetting, integerSetting, secretSetting, textSetting, type Values } from './setting.ts';

export const mailSettings = {
  smtpHost: textSetting('SVC_SMTP_HOST', {
    fallback: '',
    why: 'SMTP server for outgoing mails. Empty: each mail is recorded in the folder `mail` of the data folder instead.',
  }),
  smtpPort: integerSetting('SVC_SMTP_PORT', { fallback: 587, min: 1, max: 65535, why: 'Port of the SMTP server.' }),
  smtpUser: textSetting('SVC_SMTP_USER', {
    fallback: '',
    why: 'User name for the SMTP server; empty: no authentication.',
  }),
  smtpPassword: secretSetting('SVC_SMTP_PASSWORD', { why: 'Password for the SMTP server.' }),
  smtpTls: choiceSetting('SVC_SMTP_TLS', {
    fallback: 'auto',
    choices: ['auto', 'starttls', 'tls', 'none'],
    why: '`auto`: TLS when offered, without it only to a loopback address; `starttls`: required; `tls`: from the first byte; `none`: never.',
  }),
  from: textSetting('SVC_SMTP_FROM', { fallback: 'Iskaznica <iskaznica@localhost>', why: 'Sender of every mail.' }),
  addressHourly: integerSetting('SVC_MAIL_ADDRESS_HOURLY', {
    fallback: 5,
    min: 1,
    max: 1000,
    why: 'Mails per hour to one address that strangers may cause. More are silently not sent.',
  }),
  ipHourly: integerSetting('SVC_MAIL_IP_HOURLY', {
    fallback: 50,
    min: 1,
    max: 1_000_000,
    why: 'Mails per hour that one client address may cause. More are silently not sent.',
  }),
} as const;

/** Problems with these settings taken together. */
export function mailProblems({ smtpUser, smtpPassword, from }: Values<typeof mailSettings>): string[] {
  const problems: string[] = [];
  if (smtpPassword !== undefined && smtpUser === '') problems.push('SVC_SMTP_PASSWORD needs SVC_SMTP_USER');
  if (smtpUser !== '' && smtpPassword === undefined) problems.push('SVC_SMTP_USER needs SVC_SMTP_PASSWORD');
  if (parseMailbox(from) === undefined) problems.push('SVC_SMTP_FROM must be one mailbox: Name <address>');
  return problems;
}

/** A sender, `Name <address>`, parsed. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/**
 * One dot-atom address (RFC 5322 §3.4.1) with an optional name before it, quoted or not. Nothing that ends a header
 * line.
 */
const MAILBOX =
  /^(?:(?:"(?<quoted>[^"\\\p{C}]*)"|(?<bare>[^"<>@,;:\\\p{C}]*?)) ?<(?<inner>[^\s<>]+)>|(?<alone>[^\s<>]+))$/u;
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;

/** `undefined` for anything but one mailbox. */
export function parseMailbox(text: string): Mailbox | undefined {
  const found = MAILBOX.exec(text)?.groups;
  const address = found?.inner ?? found?.alone ?? '';
  return ADDRESS.test(address) ? { name: (found?.quoted ?? found?.bare ?? '').trim(), address } : undefined;
}
