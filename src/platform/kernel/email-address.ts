import { domainToASCII } from 'node:url';
import { isAscii } from './text.ts';
import { typedAddress } from './typed-text.ts';

const LONGEST = 254; // RFC 5321 §4.5.3.1.3, less the angle brackets
const LONGEST_LOCAL = 64; // RFC 5321 §4.5.3.1.1
/** Control, format, surrogate, private and unassigned characters, and every kind of space. */
const FORBIDDEN = /[\p{C}\p{Z}\s]/u;
/**
 * Dot-atom of RFC 5322 §3.2.3 with the letters and digits of RFC 6532. No quoted local parts, so that each address has
 * one spelling.
 */
const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** An encoded word (RFC 2047): some mail servers decode it in an address, and so reach somebody else. */
const ENCODED_WORD = /=\?.*\?=/;
/**
 * Checked before conversion to ASCII, which parses a host like a URL: it drops what follows `/`, `?`, `#` or `:` and
 * decodes `%`.
 */
const HOST = /^[\p{L}\p{N}\p{M}.-]+$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one spelling in which an address is stored and compared: without what is around it, NFC, lower case, the domain in ASCII (IDNA, UTS
 * #46). `undefined` for anything else, look-alikes of `@` and `.` included.
 */
export function canonicalEmail(input: string): string | undefined {
  const text = typedAddress(input.normalize('NFC')).toLowerCase().normalize('NFC');
  if (FORBIDDEN.test(text) || hasLookAlikes(text)) return undefined;
  const [local = '', domain = '', ...rest] = text.split('@');
  const ascii = HOST.test(domain) ? domainToASCII(domain) : '';
  const address = `${local}@${ascii}`;
  const fits = rest.length === 0 && local.length <= LONGEST_LOCAL && address.length <= LONGEST;
  return fits && LOCAL.test(local) && !ENCODED_WORD.test(local) && DOMAIN.test(ascii) ? address : undefined;
}

/** Normalises a search prefix like a stored address, as far as that is possible for a part of one. */
export const addressBeginning = (input: string): string =>
  canonicalEmail(input) ?? typedAddress(input.normalize('NFC')).toLowerCase().normalize('NFC');

/** Characters that some software folds into `@` or `.` (fullwidth, small, ideographic forms). */
function hasLookAlikes(text: string): boolean {
  if (isAscii(text)) return false;
  const compatible = text.normalize('NFKC');
  return (
    (['@', '.'] as const).some((mark) => count(text, mark) !== count(compatible, mark)) || /[\u3002\uff61]/.test(text)
  );
}

const count = (text: string, mark: string): number => text.split(mark).length - 1;
