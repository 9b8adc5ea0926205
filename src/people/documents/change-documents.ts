import { findPublisher } from '../../accounts/tenants/tenants-store.ts';
import { type AuditedCall, resumed } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/store-errors.ts';
import type { TemporaryFile } from '../../platform/files/temporary-files.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { DocumentId, TenantId } from '../../platform/kernel/entity-id.ts';
import type { ArchivedDocument, DocumentDetails, ListedDocument } from './document.ts';
import { type DocumentDeps, letGoOfContent, putContent } from './document-content.ts';
import { type PutFile, referToFile } from './document-files-store.ts';
import * as store from './documents-store.ts';

export interface NewDocument extends DocumentDetails {
  readonly tenantId: TenantId;
}

/**
 * Adds a PDF to the archive. A crash at any moment leaves the document or nothing, and at most an orphaned file
 * for the sweep.
 * @throws AppError `documents.type` (415), `documents.encrypted`, `documents.broken` (422), `documents.not_publisher`,
 * `documents.year_taken` (409), `documents.busy`, `store.unavailable` (503)
 */
export async function addDocument(
  deps: DocumentDeps,
  call: AuditedCall,
  temporary: TemporaryFile,
  wanted: NewDocument,
): Promise<ArchivedDocument> {
  const pages = await deps.pagesOfFile(call.context.actor?.id ?? 0, temporary.path);
  const { document } = await putContent(deps, temporary, (put) => {
    const present = resumed(call, deps.clock);
    return deps.database.transaction((tx) => enter(tx, present, { ...temporary, ...put }, { ...wanted, pages }));
  });
  return document;
}

async function enter(
  tx: Tx,
  call: AuditedCall,
  { sha256, size, ...put }: TemporaryFile & PutFile,
  { tenantId, ...wanted }: NewDocument & { pages: number },
): Promise<{ key: string; document: ArchivedDocument }> {
  const { at } = call;
  if (wanted.kind === 'yearbook' && (await findPublisher(tx))?.id !== tenantId)
    throw new AppError('documents.not_publisher');
  const key = await referToFile(tx, sha256, put, at);
  const document = await store
    .addDocument(tx, {
      ...wanted,
      tenant_id: tenantId,
      size,
      sha256,
      created_at: at,
      deleted_at: null,
      created_by: call.context.actor?.id ?? null,
    })
    .catch(refuseTakenYear);
  const meta = { id: document.id, kind: wanted.kind, year: wanted.year, title: wanted.title, sha256 };
  await recordAudit(tx, call, { action: 'document.create', tenantId, meta });
  return { key, document };
}

/**
 * Converts the unique violation of a second yearbook of a year.
 * @throws AppError `documents.year_taken` (409), or the cause
 */
function refuseTakenYear(cause: unknown): never {
  throw isUniqueViolation(cause, 'documents__year_unique') ? new AppError('documents.year_taken', { cause }) : cause;
}

export type DocumentChange = Partial<Pick<ArchivedDocument, 'title' | 'year' | 'visibility' | 'language'>>;

/**
 * Changes a document. `authorise` checks the caller's rights and returns the changes.
 * @throws what `authorise` throws; AppError 404, `documents.year_taken` (409)
 */
export function changeDocument(
  { database }: Pick<DocumentDeps, 'database'>,
  call: AuditedCall,
  id: DocumentId,
  authorise: (document: ListedDocument | undefined) => DocumentChange,
): Promise<ListedDocument> {
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
  authorise: (document: ListedDocument | undefined) => unknown,
): Promise<void> {
  const { sha256 } = await deps.database.transaction((tx) => remove(tx, call, id, authorise));
  await letGoOfContent(deps, sha256);
}

async function remove(
  tx: Tx,
  call: AuditedCall,
  id: DocumentId,
  authorise: (document: ListedDocument | undefined) => unknown,
): Promise<ArchivedDocument> {
  authorise(await store.findDocument(tx, id));
  const deleted = await store.deleteDocument(tx, id, call.at);
  if (deleted === undefined) throw notFound();
  const { tenant_id: tenantId, kind, year, title, sha256 } = deleted;
  const meta = { id, kind, year, title, sha256 };
  await recordAudit(tx, call, { action: 'document.delete', tenantId, meta });
  return deleted;
}

const notFound = () => new AppError('documents.not_found');
