import { findPublisher } from '../../accounts/tenants/find-tenant.ts';
import { type AuditedCall, resumed } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Draft } from '../../platform/files/drafts.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { ArchivedDocument, DocumentDetails } from './document.ts';
import type { DocumentDeps } from './document-deps.ts';
import { type PutFile, referToFile } from './document-files-store.ts';
import { documentErrors } from './documents-errors.ts';
import * as store from './documents-store.ts';
import { putContent } from './put-content.ts';
import { refuseTakenYear } from './refuse-taken-year.ts';

export interface WantedDocument extends DocumentDetails {
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
  draft: Draft,
  wanted: WantedDocument,
): Promise<ArchivedDocument> {
  const pages = await deps.pagesOfFile(call.context.actor?.id ?? 0, draft.path);
  const { document } = await putContent(deps, draft, (put) => {
    const present = resumed(call, deps.clock);
    return deps.database.transaction((tx) => enter(tx, present, { ...draft, ...put }, { ...wanted, pages }));
  });
  return document;
}

async function enter(
  tx: Tx,
  call: AuditedCall,
  { sha256, size, ...put }: Draft & PutFile,
  { tenantId, ...wanted }: WantedDocument & { pages: number },
): Promise<{ key: string; document: ArchivedDocument }> {
  const { at } = call;
  if (wanted.kind === 'yearbook' && (await findPublisher(tx))?.id !== tenantId)
    throw new AppError(documentErrors['documents.not_publisher']);
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
