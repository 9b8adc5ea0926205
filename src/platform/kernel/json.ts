/** JSON from outside the database (for its columns: `json-column.ts`). The result is `unknown` until its shape is checked. */

/** @throws SyntaxError */
export const parseJson = (text: string): unknown => JSON.parse(text);

/** `undefined` when the text is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Decodes a part of a JWS (RFC 7515 §2). @throws SyntaxError */
export const parseBase64Json = (text: string): unknown => parseJson(Buffer.from(text, 'base64url').toString('utf8'));
