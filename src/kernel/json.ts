/** JSON from outside the database, whose columns have `json-column.ts`. It is `unknown` until somebody has looked at it. */

/** @throws SyntaxError */
export const parseJson = (text: string): unknown => JSON.parse(text);

/** `undefined` for what is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** As the parts of a JWS are written (RFC 7515 §2). @throws SyntaxError */
export const parseBase64Json = (text: string): unknown => parseJson(Buffer.from(text, 'base64url').toString('utf8'));
