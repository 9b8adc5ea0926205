import { domainToASCII } from 'node:url';
import { isAscii } from './text.ts';

const LONGEST = 254; // RFC 5321 §4.5.3.1.3, less the angle brackets
const LONGEST_LOCAL = 64; // RFC 5321 §4.5.3.1.1
/** Control, format, surrogate, private and unassigned characters, and every kind of space. */
const FORBIDDEN = /[\p{C}\p{Z}\s]/u;
/** Dot-atom of RFC 5322 §3.2.3 with the letters and digits of RFC 6532. Quoted local parts are not taken: no two spellings. */
const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Before it is made ASCII: that reads a host as URLs do and would drop what follows `/`, `?`, `#` or `:` and decode `%`. */
const HOST = /^[\p{L}\p{N}\p{M}.-]+$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one spelling under which an address is kept and compared: trimmed, NFC, lower case, the domain in its ASCII form
 * (IDNA, UTS #46). `undefined` for anything else, look-alikes of `@` and `.` included.
 */
export function canonicalEmail(input: string): string | undefined {
  const text = input.normalize('NFC').trim().toLowerCase().normalize('NFC');
  if (FORBIDDEN.test(text) || hasLookAlikes(text)) return undefined;
  const [local = '', domain = '', ...rest] = text.split('@');
  const ascii = HOST.test(domain) ? domainToASCII(domain) : '';
  const address = `${local}@${ascii}`;
  const fits = rest.length === 0 && local.length <= LONGEST_LOCAL && address.length <= LONGEST;
  return fits && LOCAL.test(local) && DOMAIN.test(ascii) ? address : undefined;
}

/** How the beginning of an address is looked for: as the address is kept, as far as that can be told of a part of it. */
export const addressBeginning = (input: string): string =>
  canonicalEmail(input) ?? input.normalize('NFC').trim().toLowerCase().normalize('NFC');

/** Characters that some software folds into `@` or `.` (fullwidth, small, ideographic forms). */
function hasLookAlikes(text: string): boolean {
  if (isAscii(text)) return false;
  const compatible = text.normalize('NFKC');
  return (
    (['@', '.'] as const).some((mark) => count(text, mark) !== count(compatible, mark)) || /[\u3002\uff61]/.test(text)
  );
}

const count = (text: string, mark: string): number => text.split(mark).length - 1;
