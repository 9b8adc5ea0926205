import { type AuditContext, type AuditedCall, resumed } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { FileInspector } from './file-inspector.ts';
import type { Import } from './import.ts';
import { addImport } from './imports-store.ts';
import type { FileReport } from './inspect-file.ts';
import type { StagedFile, StagedFiles } from './staged-files.ts';

export interface StartDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: StagedFiles;
  readonly inspect: FileInspector;
}

export interface ImportOrder extends Pick<Import, 'target_tenant_id' | 'tier' | 'mode' | 'invitations'> {
  /** Refuses what the file asks for, once that is known. */
  readonly permit: (report: FileReport) => void;
}

/**
 * Looks a staged file through and queues its import. From the commit on it will be done, whatever happens to this process;
 * a file that is refused is gone.
 * @throws AppError 422 for a file that cannot be imported, `imports.busy` (503), and what `permit` throws
 */
export async function startImport(
  { database, clock, files, inspect }: StartDeps,
  call: AuditedCall,
  staged: StagedFile,
  { permit, ...order }: ImportOrder,
): Promise<Import> {
  try {
    const report = await inspect(call.context.actor?.id ?? 0, staged);
    permit(report);
    const present = resumed(call, clock);
    const row = { ...rowOf(call.context, staged, report, order), created_at: present.at };
    return await database.transaction(async (tx) => {
      const queued = await addImport(tx, row);
      const { id, total, mode, invitations } = queued;
      const meta = { import_id: id, total, mode, invitations };
      const about = { tenantId: order.target_tenant_id, meta };
      await recordAudit(tx, present, { action: 'import.start', ...about });
      return queued;
    });
  } catch (error) {
    await files.remove(staged.name);
    throw error;
  }
}

const rowOf = (
  { actor, ip, userAgent, requestId }: AuditContext,
  { name, encoding }: StagedFile,
  { delimiter, layout, total }: FileReport,
  order: Omit<ImportOrder, 'permit'>,
): Omit<Import, 'id' | 'created_at'> => ({
  ...order,
  // Rows of other tenants are nobody's business but a superadmin's.
  tenant_id: order.tier === 0 && layout.places.has('tenant_id') ? null : order.target_tenant_id,
  created_by: actor?.id ?? null,
  asked_by: actor?.id ?? null,
  ip,
  user_agent: userAgent,
  request_id: requestId,
  status: 'queued',
  failure: null,
  file: name,
  encoding,
  delimiter,
  ignored_columns: JSON.stringify(layout.ignored),
  left_out: '[]',
  total,
  created: 0,
  skipped: 0,
  failed: 0,
  undone: 0,
  kept: 0,
  next_line: 0,
  undo_line: 0,
  started_at: null,
  finished_at: null,
  undo_requested_at: null,
  undone_at: null,
});
