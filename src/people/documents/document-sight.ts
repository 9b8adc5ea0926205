import { type Manager, reachesEveryTenant, reachesTenant } from '../../accounts/policy/managing-users.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { hasCapability } from '../../platform/http/capabilities.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { ShownDocument } from './document.ts';
import { documentErrors } from './documents-errors.ts';
import type { Sight } from './documents-store.ts';

/** What a caller sees in lists: everybody public documents, a tenant's people also its own, superadmins all. */
export function sightOf(caller: AnyCaller | undefined): Sight {
  if (caller === undefined) return 'public';
  return reachesEveryTenant(caller) ? 'everything' : { tenantId: caller.tenantId };
}

/** A hidden document is indistinguishable from a missing one. @throws AppError 404 */
export function requireSeen(caller: AnyCaller | undefined, document: ShownDocument | undefined): ShownDocument {
  const seen = document?.visibility === 'public' || (document && caller && reachesTenant(caller, document.tenant_id));
  if (document === undefined || !seen) throw new AppError(documentErrors['documents.not_found']);
  return document;
}

export const DOCUMENT_ACTIONS = ['edit', 'delete'] as const;
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number];

/** What the caller may do with a document. */
export const documentActions = (caller: Manager | undefined, document: ShownDocument): DocumentAction[] =>
  caller && hasCapability(caller, 'documents.manage') && reachesTenant(caller, document.tenant_id)
    ? [...DOCUMENT_ACTIONS]
    : [];

/** @throws AppError 404 for a document of a tenant outside the caller's scope */
export function requireManaged(caller: Manager, document: ShownDocument | undefined): ShownDocument {
  if (document === undefined || !reachesTenant(caller, document.tenant_id))
    throw new AppError(documentErrors['documents.not_found']);
  return document;
}
