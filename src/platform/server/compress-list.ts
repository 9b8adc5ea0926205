import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../http/define-route.ts';
import { acceptedEncoding, type Encoding } from '../http/fixed-answer.ts';

/** Characters. Below, it takes longer to compress than to send. */
const WORTHWHILE = 4096;

const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const COMPRESS: Readonly<Record<Encoding, (text: string) => Buffer>> = {
  br: (text) => brotliCompressSync(text, QUICKLY),
  gzip: (text) => gzipSync(text, { level: 1 }),
};

/**
 * Lists alone are compressed: a page of fifty people falls from 25 KB to 3 in a tenth of a millisecond. BREACH reads a secret out of the
 * lengths of answers that also hold what the attacker chose. A list holds no token, code or key, and no other site can ask for it, since
 * whoever is signed in proves it with a header and not with a cookie.
 */
export function isCompressed({ method, responses }: Route): boolean {
  const { properties = {} }: { readonly properties?: object } = responses.success.schema ?? {};
  return method === 'GET' && Object.hasOwn(properties, 'next_cursor');
}

type Done = (error: null, payload: unknown) => void;

/** Hook `onSend`. On this thread: those of the pool are for password hashes, which a list may not wait for. */
export const compressList = (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void =>
  done(null, typeof payload === 'string' && payload.length >= WORTHWHILE ? packed(request, reply, payload) : payload);

function packed({ headers }: FastifyRequest, reply: FastifyReply, text: string): string | Buffer {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  const encoding = acceptedEncoding(headers['accept-encoding']);
  if (encoding === undefined) return text;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return COMPRESS[encoding](text);
}
