import type { Certificate } from '../../client/wire-types.ts';

/**
 * Whether the displayed content matches the signature (RFC 7515 §5.2, RFC 8037 §3.1). `unknown` when the key is gone or the
 * browser cannot verify: too old, or the page was not loaded over TLS.
 */
export async function checkSignature({ jws, key, certificate }: Certificate): Promise<'good' | 'broken' | 'unknown'> {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  if (key === null || globalThis.crypto.subtle === undefined) return 'unknown';
  try {
    const { kty, crv, x } = key as JsonWebKey; // or its import fails
    const verifying = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    if (!(await crypto.subtle.verify('Ed25519', verifying, fromBase64Url(signature), signed))) return 'broken';
  } catch {
    return 'unknown';
  }
  const said = JSON.parse(new TextDecoder().decode(fromBase64Url(payload))) as unknown;
  return inOrder(said) === inOrder(certificate) ? 'good' : 'broken';
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/** Object members have no order. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
