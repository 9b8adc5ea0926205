import { type Manager, reachesEveryTenant, reachesTenant } from '../../accounts/permissions/managing-users.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { hasCapability } from '../../platform/http/capabilities.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { ListedDocument } from './document.ts';
import type { VisibleDocuments } from './documents-store.ts';

/** What a caller sees in lists: everybody public documents, a tenant's people also its own, superadmins all. */
export function visibleTo(caller: AnyCaller | undefined): VisibleDocuments {
  if (caller === undefined) return 'public';
  return reachesEveryTenant(caller) ? 'everything' : { tenantId: caller.tenantId, below: caller.reached !== undefined };
}

/** A hidden document is indistinguishable from a missing one. @throws AppError 404 */
export function requireVisible(caller: AnyCaller | undefined, document: ListedDocument | undefined): ListedDocument {
  const seen = document?.visibility === 'public' || (document && caller && reachesTenant(caller, document.tenant_id));
  if (document === undefined || !seen) throw new AppError('documents.not_found');
  return document;
}

export const DOCUMENT_ACTIONS = ['edit', 'delete'] as const;
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number];

/** What the caller may do with a document. */
export const documentActions = (caller: Manager | undefined, document: ListedDocument): DocumentAction[] =>
  caller && hasCapability(caller, 'documents.manage') && reachesTenant(caller, document.tenant_id)
    ? [...DOCUMENT_ACTIONS]
    : [];

/** @throws AppError 404 for a document of a tenant outside the caller's scope */
export function requireManaged(caller: Manager, document: ListedDocument | undefined): ListedDocument {
  if (document === undefined || !reachesTenant(caller, document.tenant_id)) throw new AppError('documents.not_found');
  return document;
}
