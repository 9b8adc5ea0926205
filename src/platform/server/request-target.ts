/**
 * Ambiguous spellings: encoded slash, backslash, percent or NUL, an empty or dot segment. A proxy or handler might
 * resolve them; the gate decides by the text, so it accepts one spelling only.
 */
const AMBIGUOUS = /%2f|%5c|%25|%00|\\|\/\/|\/\.{1,2}(?:\/|$)|\/(?:%2e){1,2}(?:\/|$)|\/(?:\.%2e|%2e\.)(?:\/|$)/i;
const PATH_CHARACTERS = /^\/[\x21-\x7e]*$/;

/**
 * The decoded path of a request target in origin form (RFC 9112 §3.2.1); `undefined` for any other form, an ambiguous
 * path, or a NUL anywhere, which no store accepts. Decoding it again changes nothing, since `%25` is refused.
 */
export function pathOfTarget(target: string): string | undefined {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (!PATH_CHARACTERS.test(path) || AMBIGUOUS.test(path) || target.includes('%00')) return undefined;
  return path.includes('%') ? decoded(path) : path;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
