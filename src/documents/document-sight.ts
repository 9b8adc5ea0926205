import type { Caller } from '../http/caller.ts';
import { AppError } from '../kernel/app-error.ts';
import { type Manager, reachesTenant } from '../policy/managing-users.ts';
import type { ShownDocument } from './document.ts';
import { documentErrors } from './documents-errors.ts';
import type { Sight } from './documents-store.ts';

/** What a caller sees in lists: everybody the public ones, people of a tenant its own too, superadmins all. */
export function sightOf(caller: Caller | undefined): Sight {
  if (caller === undefined) return 'public';
  return caller.tier === 0 ? 'everything' : { tenantId: caller.tenantId };
}

/** A document that is hidden from the caller is not told from one that does not exist. @throws AppError 404 */
export function requireSeen(caller: Caller | undefined, document: ShownDocument | undefined): ShownDocument {
  const seen = document?.visibility === 'public' || (document && caller && reachesTenant(caller, document.tenant_id));
  if (document === undefined || !seen) throw new AppError(documentErrors['documents.not_found']);
  return document;
}

/** @throws AppError 404 for a document of a tenant that the caller does not reach */
export function requireManaged(caller: Manager, document: ShownDocument | undefined): ShownDocument {
  if (document === undefined || !reachesTenant(caller, document.tenant_id))
    throw new AppError(documentErrors['documents.not_found']);
  return document;
}
