import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { TakeBack } from '../../platform/room/contributions.ts';
import { findProviderOfIssuer } from './find-identity-provider.ts';
import { dropIdentityLinksAddedBy } from './identity-links-store.ts';

/** Removes the links that these sign-ins added. */
export const takeBackIdentities: TakeBack = async (tx, call, about, sids) => {
  const dropped = await dropIdentityLinksAddedBy(tx, about.id, sids);
  for (const { issuer } of dropped) {
    const provider = await findProviderOfIssuer(tx, issuer);
    if (provider === undefined) continue; // removed since
    await recordAudit(tx, call, { action: 'identity.unlink', about, meta: { provider: provider.key } });
  }
  return dropped.length === 0 ? [] : ['identity'];
};
