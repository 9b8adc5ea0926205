import { Type } from 'typebox';
import { defineOpenRoute, NOT_MODIFIED, okFile, type Route } from '../../platform/http/define-route.ts';
import { requestErrors } from '../../platform/http/http-errors.ts';
import { PICTURE_HEADERS } from '../../platform/http/response-headers.ts';
import { open } from '../../platform/http/route-access.ts';
import { unlimited } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { logoAddresses } from '../tenants/logo-url.ts';

interface ServedLogos {
  readonly addresses: ReturnType<typeof logoAddresses>;
  readonly summary: string;
  readonly tag: string;
  /** Why anybody may read it. */
  readonly reason: string;
  readonly find: (name: string) => Promise<{ readonly png: string } | undefined>;
}

/** Logos of one kind, for whoever knows their names. */
export const servedLogo = ({ addresses, summary, tag, reason, find }: ServedLogos): Route =>
  defineOpenRoute({
    method: 'GET',
    path: addresses.path,
    summary,
    tag,
    access: open(reason),
    limit: unlimited('a picture that caches keep'),
    audit: [],
    request: { params: Type.Object({ file: Type.String() }) },
    responses: {
      success: okFile(['image/png'], 'The picture'),
      others: [NOT_MODIFIED],
      refusals: [requestErrors['request.not_found']],
    },
    handle: async ({ params: { file }, reply }) => {
      const name = addresses.nameOf(file);
      const found = name === undefined ? undefined : await find(name);
      if (found === undefined) throw new AppError(requestErrors['request.not_found']);
      const etag = `"${name}"`;
      reply.headers({ ...PICTURE_HEADERS, etag });
      if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/png').send(Buffer.from(found.png, 'base64'));
    },
  });
