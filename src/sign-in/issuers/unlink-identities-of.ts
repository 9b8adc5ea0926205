import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { dropIdentityLink, listLinksOf } from './identity-links-store.ts';
import { findProviderOfIssuer } from './identity-providers-store.ts';

/** Removes all of another person's links, audited, and tells them of each. The caller must have locked the user's row. */
export async function unlinkIdentitiesOf(tx: Tx, call: AuditedCall, user: User): Promise<void> {
  const { at } = call;
  for (const { issuer } of await listLinksOf(tx, user.id)) {
    const provider = await findProviderOfIssuer(tx, issuer);
    if (!(await dropIdentityLink(tx, user.id, issuer)) || provider === undefined) continue;
    await recordAudit(tx, call, { action: 'identity.unlink', about: user, meta: { provider: provider.key } });
    await enqueueMail(tx, { kind: 'identity-unlinked', to: user, params: { at, provider: provider.name }, at });
  }
}
