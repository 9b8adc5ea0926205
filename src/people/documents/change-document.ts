import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { DocumentId } from '../../platform/kernel/entity-id.ts';
import type { ArchivedDocument, ShownDocument } from './document.ts';
import type { DocumentDeps } from './document-deps.ts';
import { documentErrors } from './documents-errors.ts';
import * as store from './documents-store.ts';
import { letGoOfContent } from './let-go-of-content.ts';
import { refuseTakenYear } from './refuse-taken-year.ts';

export type DocumentChange = Partial<Pick<ArchivedDocument, 'title' | 'year' | 'visibility' | 'language'>>;

/**
 * Changes a document. `authorise` checks the caller's rights and returns the changes.
 * @throws what `authorise` throws; AppError 404, `documents.year_taken` (409)
 */
export function changeDocument(
  { database }: Pick<DocumentDeps, 'database'>,
  call: AuditedCall,
  id: DocumentId,
  authorise: (document: ShownDocument | undefined) => DocumentChange,
): Promise<ShownDocument> {
  return database.transaction(async (tx) => {
    const before = await store.findDocument(tx, id);
    const change = authorise(before);
    if (before === undefined) throw notFound();
    if (Object.keys(change).length === 0) return before;
    const changed = await store.changeDocument(tx, id, change).catch(refuseTakenYear);
    if (changed === undefined) throw notFound();
    const meta = { id, changed: change };
    await recordAudit(tx, call, { action: 'document.update', tenantId: before.tenant_id, meta });
    return { ...before, ...changed };
  });
}

/**
 * Marks the row deleted; the file is removed with the last document that has it.
 * @throws AppError 404, what `authorise` throws
 */
export async function deleteDocument(
  deps: DocumentDeps,
  call: AuditedCall,
  id: DocumentId,
  authorise: (document: ShownDocument | undefined) => unknown,
): Promise<void> {
  const { sha256 } = await deps.database.transaction((tx) => remove(tx, call, id, authorise));
  await letGoOfContent(deps, sha256);
}

async function remove(
  tx: Tx,
  call: AuditedCall,
  id: DocumentId,
  authorise: (document: ShownDocument | undefined) => unknown,
): Promise<ArchivedDocument> {
  authorise(await store.findDocument(tx, id));
  const deleted = await store.deleteDocument(tx, id, call.at);
  if (deleted === undefined) throw notFound();
  const { tenant_id: tenantId, kind, year, title, sha256 } = deleted;
  const meta = { id, kind, year, title, sha256 };
  await recordAudit(tx, call, { action: 'document.delete', tenantId, meta });
  return deleted;
}

const notFound = () => new AppError(documentErrors['documents.not_found']);
