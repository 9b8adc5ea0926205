import type { Db } from '../../platform/database/database.ts';
import type { OutboxMail } from '../../platform/mail/mail.ts';
import type { MailBrand } from '../../platform/mail/mail-brand.ts';
import { findBrand } from './logos-store.ts';

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
