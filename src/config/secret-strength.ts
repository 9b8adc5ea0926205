const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** What people write into a secret that they make up, in English and Croatian. Three letters at least, since they also occur by chance. */
const WORDS =
  /abcdef|access|admin|api|app|auth|authentication|better|change|client|code|config|cookie|cron|default|dev|development|dont|encrypt(ion)?|enter|environment|example|express|generate|goes|hash|here|iskaznica|jason|json|jsonwebtoken|jwt|key|klju[cč]|klub|laravel|local|login|long|lorem|lozinka|minimum|must|mysql|nest|next|node|only|password|passphrase|please|postgres|private|prod|production|public|qwert[yz]|random|really|refresh|replace|savez|salt|sample|secret|secure|server|service|session|should|sign(ing)?|strong|string|super|tajna|test|that|this|token|ultra|user|very|web|with|word|your|zaporka/gi;
const REPEATED = /(.{1,16}?)\1{2,}/g;
const RUNS = /0123|1234|2345|3456|4567|5678|6789|7890|9876|8765|7654|6543|5432|4321|asdf|zxcv|yxcv/gi;
/** Random text of that length has digits here and there; what people make up has none, or at its end. */
const DIGIT_BEFORE_LETTER = /\d.*\p{L}/u;
/** Fewer could be guessed. Random text loses a word or two by chance, never so much. */
const LEAST_LEFT = 24;
const PLACEHOLDER = 'looks like a placeholder; make one with `openssl rand -base64 48`';

/**
 * The weakness of a secret that a program made, if any. It cannot verify randomness, but recognises what people make up and
 * what thousands copy from examples: words, patterns, UUIDs. A published secret that was once random passes.
 */
export function secretWeakness(secret: string): string | undefined {
  const isMadeUp = /\s/.test(secret) || !DIGIT_BEFORE_LETTER.test(secret);
  return passphraseWeakness(secret) ?? (isMadeUp ? PLACEHOLDER : undefined);
}

/** The weakness of a passphrase, if any: it may be made of words, but not of those that everybody takes. */
export function passphraseWeakness(passphrase: string): string | undefined {
  if (passphrase.length < 32) return 'must have 32 characters or more';
  if (new Set(passphrase).size < 12) return 'repeats too few characters';
  const left = [UUID, WORDS, REPEATED, RUNS].reduce((text, pattern) => text.replace(pattern, ''), passphrase);
  return left.replace(/[^\p{L}\p{N}]/gu, '').length < LEAST_LEFT ? PLACEHOLDER : undefined;
}
