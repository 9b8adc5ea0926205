import type { Document } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';

const WEAKEST_TIER = 1;

/** What the pages offer; the service authorises every call, by the document's tenant too. */
export function mayManageDocuments(document?: Document): boolean {
  const user = service.holdsSignIn() ? service.storedUser() : undefined;
  if (user === undefined || user.tier > WEAKEST_TIER) return false;
  return document === undefined || user.tier === 0 || document.federation.name === user.tenant_name;
}
