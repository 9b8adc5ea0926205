import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { memoise } from '../kernel/memoise.ts';
import { acceptedEncoding } from './accepted-encoding.ts';

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
