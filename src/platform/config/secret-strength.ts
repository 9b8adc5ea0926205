import { isMadeUp } from './made-up-text.ts';
import { isPublished } from './published-secrets.ts';

const HEX = /^(?:[0-9a-f]{2})+$/i;
const BASE64 = /^[\w+/-]+=*$/;
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/** The text that was written in base64 or hexadecimal digits; undefined for random bytes, which are never all printable. */
function packedText(text: string): string | undefined {
  const candidates = [
    ...(HEX.test(text) ? [Buffer.from(text, 'hex')] : []),
    ...(BASE64.test(text) ? [Buffer.from(text, 'base64')] : []),
  ];
  return candidates
    .map((bytes) => bytes.toString().trim())
    .find((found) => PRINTABLE.test(found) && !found.includes('\ufffd'));
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** What people write into a secret that they make up, in English and Croatian. Three letters at least, since they also occur by chance. */
const WORDS =
  /abcdef|access|admin|api|app|auth|authentication|better|change|client|code|config|cookie|cron|default|dev|development|dont|encrypt(ion)?|enter|environment|example|express|generate|goes|hash|here|iskaznica|jason|json|jsonwebtoken|jwt|key|klju[cč]|klub|laravel|local|login|long|lorem|lozinka|minimum|must|mysql|nest|next|node|only|password|passphrase|please|postgres|private|prod|production|public|qwert[yz]|random|really|refresh|replace|savez|salt|sample|secret|secure|server|service|session|should|sign(ing)?|strong|string|super|tajna|test|that|this|token|ultra|user|very|web|with|word|your|zaporka/gi;
/** Three of the same occur by chance. */
const REPEATED = /(.)\1{3,}|(.{2,16}?)\2{2,}/g;
/** A long piece that comes again. */
const AGAIN = /(.{10,}).*?\1/;
const RUNS = /0123|1234|2345|3456|4567|5678|6789|7890|9876|8765|7654|6543|5432|4321|asdf|zxcv|yxcv/gi;
/** Fewer could be guessed. Random text loses a word or two by chance, never so much. */
const LEAST_LEFT = 21;
const FEWEST_CHARACTERS = 12;
/** Of sixteen digits, 32 random ones have at least eight different. */
const FEWEST_HEX_DIGITS = 8;
const ONLY_HEX = /^[0-9a-f]+$/i;
const MAKE_ONE = 'make one with `openssl rand -base64 48`';
const PLACEHOLDER = `looks like a placeholder; ${MAKE_ONE}`;
/** Tokens go to everybody who signs in, and those of examples are copied. */
const TOKEN = /^eyJ[\w-]+\.eyJ/;

/**
 * The weakness of a secret that a program made, if any. It cannot verify randomness, but recognises what people make up and
 * what thousands copy from examples: words, patterns, UUIDs, tokens, also in base64 or hexadecimal digits, and those published secrets
 * that were once random.
 */
export function secretWeakness(secret: string): string | undefined {
  const packed = packedText(secret);
  const isWeak =
    TOKEN.test(secret) ||
    isMadeUp(secret) ||
    (packed !== undefined && (isMadeUp(packed) || lettersLeft(packed) < LEAST_PACKED));
  return passphraseWeakness(secret) ?? (isWeak ? PLACEHOLDER : undefined);
}

/** Three quarters: base64 packs three characters into four. */
const LEAST_PACKED = 15;

/** The weakness of a passphrase, if any: it may be made of words, but not of those that everybody takes, and no published one. */
export function passphraseWeakness(passphrase: string): string | undefined {
  if (passphrase.length < 32) return 'must have 32 characters or more';
  const fewest = ONLY_HEX.test(passphrase) ? FEWEST_HEX_DIGITS : FEWEST_CHARACTERS;
  if (new Set(passphrase).size < fewest) return 'repeats too few characters';
  if (lettersLeft(passphrase) < LEAST_LEFT) return PLACEHOLDER;
  return isPublished(passphrase) ? `is published, and attackers try it; ${MAKE_ONE}` : undefined;
}

/** How many characters remain without what is usual, or comes again. */
function lettersLeft(text: string): number {
  const left = [UUID, WORDS, REPEATED, RUNS].reduce((rest, pattern) => rest.replace(pattern, ''), text);
  const once = left.replace(AGAIN, (all, piece: string) => all.slice(0, -piece.length));
  return once.replace(/[\s_-]/g, '').length;
}
