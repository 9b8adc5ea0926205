import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { memoise } from '../kernel/memoise.ts';

interface Form {
  readonly content: Buffer;
  readonly etag: string;
}

/** A response built and compressed on first use and constant afterwards, so that nobody can make the service rebuild it. */
export interface FixedAnswer {
  /** Sends it compressed where accepted, or 304 when the client has it. */
  send(reply: FastifyReply): Promise<FastifyReply>;
}

const WITHIN_A_FEW_MILLISECONDS = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

export function fixedAnswer(mediaType: string, make: () => string): FixedAnswer {
  const plain = memoise(() => formOf(Buffer.from(make())));
  const forms = {
    br: memoise(async () => formOf(await promisify(brotliCompress)(plain().content, WITHIN_A_FEW_MILLISECONDS))),
    gzip: memoise(async () => formOf(await promisify(gzip)(plain().content))),
  };
  return {
    send: async (reply) => {
      const { 'accept-encoding': accepted, 'if-none-match': known = '' } = reply.request.headers;
      const encoding = acceptedEncoding(accepted);
      const { content, etag } = encoding === undefined ? plain() : await forms[encoding]();
      reply.headers({ etag, vary: 'accept-encoding' });
      if (known.includes(etag)) return reply.code(304).send();
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      return reply.type(mediaType).send(content);
    },
  };
}

/** Each encoding has its own tag (RFC 9110 §8.8.3.3). */
const formOf = (content: Buffer): Form => ({ content, etag: `"${hash('sha256', content, 'base64url').slice(0, 22)}"` });

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
