import { type AuditedCall, resumed } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { AppError } from '../kernel/app-error.ts';
import type { TenantId } from '../kernel/entity-id.ts';
import { findPublisher } from '../tenants/find-tenant.ts';
import type { ArchivedDocument, DocumentWords } from './document.ts';
import type { DocumentDeps } from './document-deps.ts';
import type { StagedFile } from './document-files.ts';
import { referToFile } from './document-files-store.ts';
import { documentErrors } from './documents-errors.ts';
import * as store from './documents-store.ts';
import { letGoOfContent } from './let-go-of-content.ts';
import { refuseTakenYear } from './refuse-taken-year.ts';

export interface WantedDocument extends DocumentWords {
  readonly tenantId: TenantId;
}

/**
 * Adds a staged PDF to the archive. A crash at any moment leaves the document or nothing, and at most an orphaned file
 * for the sweep.
 * @throws AppError `documents.type` (415), `documents.encrypted`, `documents.broken` (422), `documents.not_publisher`,
 * `documents.year_taken` (409), `documents.busy`, `store.unavailable` (503)
 */
export async function addDocument(
  deps: DocumentDeps,
  call: AuditedCall,
  staged: StagedFile,
  wanted: WantedDocument,
): Promise<ArchivedDocument> {
  const pages = await deps.pagesOfFile(call.context.actor?.id ?? 0, staged.path);
  const present = resumed(call, deps.clock);
  try {
    return await deps.database.transaction((tx) => enter(tx, deps, present, staged, { ...wanted, pages }));
  } catch (error) {
    await letGoOfContent(deps, staged.sha256);
    throw error;
  }
}

async function enter(
  tx: Tx,
  { files }: DocumentDeps,
  call: AuditedCall,
  staged: StagedFile,
  { tenantId, ...wanted }: WantedDocument & { pages: number },
): Promise<ArchivedDocument> {
  const { at } = call;
  if (wanted.kind === 'yearbook' && (await findPublisher(tx))?.id !== tenantId)
    throw new AppError(documentErrors['documents.not_publisher']);
  const { sha256, size } = staged;
  await referToFile(tx, sha256, at);
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
  // While holding the file's row, or a concurrent deletion of the same content could remove it again.
  await files.keep(staged);
  const meta = { id: document.id, kind: wanted.kind, year: wanted.year, title: wanted.title, sha256 };
  await recordAudit(tx, call, { action: 'document.create', tenantId, meta });
  return document;
}
