import { Type } from 'typebox';
import type { Db } from '../../platform/database/database.ts';
import { defineOpenRoute, NOT_MODIFIED, okFile, type Route } from '../../platform/http/define-route.ts';
import { PICTURE_HEADERS } from '../../platform/http/response-headers.ts';
import { open } from '../../platform/http/route-access.ts';
import { unlimited } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { MailBrand, OutboxMail } from '../../platform/mail/mail.ts';
import type { logoAddresses } from '../tenants/branding-wire.ts';
import { findBrand } from './logos-store.ts';

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
      refusals: ['request.not_found'],
    },
    handle: async ({ params: { file }, reply }) => {
      const name = addresses.nameOf(file);
      const found = name === undefined ? undefined : await find(name);
      if (found === undefined) throw new AppError('request.not_found');
      const etag = `"${name}"`;
      reply.headers({ ...PICTURE_HEADERS, etag });
      if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/png').send(Buffer.from(found.png, 'base64'));
    },
  });

/** The branding of a mail's tenant at the time of sending. */
export async function brandOfMail(
  db: Db,
  { tenant_id }: Pick<OutboxMail, 'tenant_id'>,
): Promise<MailBrand | undefined> {
  const found = tenant_id === null ? undefined : await findBrand(db, tenant_id);
  if (found === undefined) return undefined;
  const { name, color, png } = found;
  return { name, color, logo: png === null ? undefined : Buffer.from(png, 'base64') };
}
