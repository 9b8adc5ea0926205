import type { mailWords } from './mail-words.ts';

/** Patterns in SMTP and network errors, from the most to the least specific; the original is shown as well. */
const MEANINGS = [
  ['expired', /expired before/i],
  ['ended', /no longer works/i],
  ['wording', /put into words/i],
  ['letters', /ESMTPUTF8/],
  ['signIn', /\b(53[0458])\b|EAUTH/i],
  ['full', /\b5?52\b|\b[45]\.2\.2\b|mailbox (is )?full|quota/i],
  ['unknown', /\b5(50|51|53)\b.*(user|mailbox|recipient|unknown|exist|5\.1\.[0-3])|\b5\.1\.[0-3]\b|EENVELOPE/i],
  ['refused', /\b55[04]\b|\b5\.7\.\d+\b|spam|policy|blocked/i],
  ['later', /\b4(21|5[0-2])\b|\b4\.\d\.\d\b|greylist/i],
  ['tls', /ETLS|certificate|self[- ]signed|TLS/i],
  ['away', /ECONN|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|timeout|greeting/i],
] as const;

/** The words for the last error of an e-mail. */
export function mailErrorKey(error: string): keyof typeof mailWords {
  const [name] = MEANINGS.find(([, pattern]) => pattern.test(error)) ?? ['other' as const];
  return `mails.error.${name}`;
}
