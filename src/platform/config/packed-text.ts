const HEX = /^(?:[0-9a-f]{2})+$/i;
const BASE64 = /^[\w+/-]+=*$/;
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/** The text that was written in base64 or hexadecimal digits; undefined for random bytes, which are never all printable. */
export function packedText(text: string): string | undefined {
  const candidates = [
    ...(HEX.test(text) ? [Buffer.from(text, 'hex')] : []),
    ...(BASE64.test(text) ? [Buffer.from(text, 'base64')] : []),
  ];
  return candidates
    .map((bytes) => bytes.toString().trim())
    .find((found) => PRINTABLE.test(found) && !found.includes('\ufffd'));
}
