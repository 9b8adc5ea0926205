export type Encoding = 'br' | 'gzip';

const REFUSED = /^\s*0(?:\.0*)?\s*$/;

/** The better of the encodings that a client accepts by name (RFC 9110 §12.5.3); `*` counts for none. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  const named = new Set(
    header.split(',', 20).flatMap((one) => {
      const [token = '', weight] = one.toLowerCase().split(/\s*;\s*q=/);
      return weight !== undefined && REFUSED.test(weight) ? [] : [token.trim()];
    }),
  );
  return (['br', 'gzip'] as const).find((token) => named.has(token));
}
