import type { NodemailerError } from 'nodemailer';
import { inHalves } from './compose-mail.ts';
import type { Delivery } from './mail-transport.ts';

const LONGEST = 300;
/** A quoted mail may be broken into lines, and a token with it. */
const WORD = /[\w-]{8,}/g;
/** Replies about us, not about the mail (RFC 4954 §6, RFC 3207 §4): correcting the settings gets the mails sent. */
const ABOUT_SIGNING_IN = new Set([530, 534, 535, 538]);
const ABOUT_THE_LINE = /^(CONN|EHLO|HELO|STARTTLS|AUTH)/;

/**
 * Classifies a failure (RFC 5321 §4.2.1): a 5xx about sender, recipient or content is permanent, as is an address that
 * cannot be sent to a server. Everything else is temporary: 4xx, network, TLS, timeouts, authentication.
 */
export function classifyFailure(failure: NodemailerError, secrets: readonly (string | undefined)[]): Delivery {
  const { responseCode, permanent, code, command = '' } = failure;
  const aboutUs = ABOUT_THE_LINE.test(command) || ABOUT_SIGNING_IN.has(responseCode ?? 0);
  const unsendable = responseCode === undefined && (code === 'EENVELOPE' || code === 'ESTREAM');
  return {
    outcome: (permanent === true && !aboutUs) || unsendable ? 'failed' : 'retry',
    error: harmlessError(failure, secrets),
  };
}

/**
 * The error as one short line. A server may quote the mail it refuses, so the mail's secret, parts of it, links and codes are removed.
 * `secrets` also includes the SMTP password.
 */
export function harmlessError(
  { code, originalCode, message }: NodemailerError,
  secrets: readonly (string | undefined)[],
): string {
  const known = secrets.flatMap((secret) => (secret ? [secret, inHalves(secret)] : []));
  const quoted = message.replace(/[\p{C}\s]+/gu, ' ');
  const line = known
    .reduce((text, secret) => text.replaceAll(secret, '[…]'), quoted)
    .replace(WORD, (word) => (known.some((secret) => secret.includes(word)) ? '[…]' : word))
    .replace(/https?:\/\/\S+|\btoken=\S*/gi, '[…]');
  return [code, originalCode, line].filter(Boolean).join(' ').slice(0, LONGEST);
}
