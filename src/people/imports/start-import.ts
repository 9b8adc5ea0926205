import { type AuditedCall, resumed } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { isStoreUnavailable } from '../../platform/database/store-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Clock, Instant } from '../../platform/kernel/clock.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { isMissingFile, isOneOf } from '../../platform/kernel/unchecked.ts';
import { queuedAct } from '../long-acts/long-act.ts';
import { NO_CORRECTIONS } from './corrections.ts';
import { dropCorrections, findCorrections, moveCorrections } from './corrections-store.ts';
import type { FileInspector } from './file-inspector.ts';
import type { Import, Reading } from './import.ts';
import { unreadHeadings } from './import-columns.ts';
import { forgetChangesIn } from './import-rows-store.ts';
import { claimKeptFile, imports, setNext } from './imports-store.ts';
import type { FileReport, FileToInspect } from './inspect-file.ts';
import { type SavedMapping, shapeOf } from './saved-mapping.ts';
import { listSavedMappings, saveMapping } from './saved-mappings-store.ts';
import { SINGLE_BYTE, type SingleByte } from './single-byte.ts';
import type { ReceivedFile, StagedFiles } from './staged-files.ts';
import type { SheetFacts } from './table-reader.ts';

export interface StartDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: StagedFiles;
  readonly inspect: FileInspector;
}

export interface ImportOrder
  extends Pick<
    Import,
    'target_tenant_id' | 'tier' | 'mode' | 'invitations' | 'existing' | 'file_name' | 'mapping' | 'roles'
  > {
  /** The importer's choice of where the table is; otherwise the likeliest place. */
  readonly tableLine?: number | undefined;
  readonly sheet?: string | undefined;
  /** Whether any of that was said, now or to an earlier import. */
  readonly as: Reading['as'];
  /** By whom queues count: `keyOfCaller`. */
  readonly caller: string;
  /** May refuse the file by its content. */
  readonly permit: (report: FileReport) => void | Promise<void>;
}

/**
 * Inspects a received file, keeps it and queues its import, which is durable from the commit on. A crash in between leaves a
 * file that the sweep removes. A check about which nothing is said reads the file as the tenant's last one with these headings.
 * @throws AppError 422 for a file that cannot be imported, `imports.busy` (503), and what `permit` throws
 */
export async function startImport(
  deps: StartDeps,
  call: AuditedCall,
  received: ReceivedFile,
  order: ImportOrder,
): Promise<Import> {
  const isFollowing = order.mode === 'dry-run' && order.as === undefined;
  const known = isFollowing ? await listSavedMappings(deps.database.read, order.target_tenant_id) : [];
  const report = await inspectedAndPermitted(deps, { ...received, corrections: NO_CORRECTIONS, known }, order);
  const name = await deps.files.keep(received);
  const staged = { name, facts: received.facts };
  try {
    return await deps.database.transaction((tx) =>
      queue(tx, deps, call, { staged, report, order, source: null, corrected: 0 }),
    );
  } catch (error) {
    if (!isStoreUnavailable(error)) await deps.files.remove(name); // otherwise the commit may have succeeded
    throw error;
  }
}

/**
 * Queues the file of a check again, to be imported as checked, or checked with another mapping. Only the first caller gets the
 * file; a refusal leaves it in place.
 * @throws AppError `imports.file_gone`, `imports.corrected` (409), and what `startImport` throws
 */
export async function continueImport(
  deps: StartDeps,
  call: AuditedCall,
  source: Import,
  order: ImportOrder & { readonly encoding?: SingleByte | undefined },
): Promise<Import> {
  const { form, sheets, facts } = source.reading;
  const rivals = order.encoding === undefined ? source.reading.rivals : [];
  const encoding = isOneOf(SINGLE_BYTE, source.encoding) ? (order.encoding ?? source.encoding) : source.encoding;
  const staged = { name: source.file, facts };
  if (source.kept_until === null || source.kept_until <= resumed(call, deps.clock).at) throw fileGone();
  const isSameSheet = order.sheet === undefined || order.sheet === source.reading.sheet;
  const corrected = isSameSheet ? source.corrected : 0;
  const corrections = await findCorrections(deps.database.read, { id: source.id, corrected });
  const copy = await deps.files.local(source.file).catch(missingFile);
  const report = await inspectedAndPermitted(
    deps,
    { encoding, rivals, form, sheets, path: copy.path, corrections, known: [] },
    order,
  )
    .catch(missingFile)
    .finally(copy.release);
  return deps.database.transaction(async (tx) => {
    if (!(await claimKeptFile(tx, source, resumed(call, deps.clock).at))) throw await whyNotClaimed(tx, source);
    const queued = await queue(tx, deps, call, { staged, report, order, source: source.id, corrected });
    if (isSameSheet) await moveCorrections(tx, source.id, queued.id);
    else await dropCorrections(tx, source.id);
    await forgetChangesIn(tx, [source.id]);
    await setNext(tx, source.id, { next_id: queued.id, next_is: order.mode === 'real' ? 'import' : 'check' });
    return queued;
  });
}

/** A correction between inspecting the file and claiming it would go by unseen, and with it the power that it may give. */
const whyNotClaimed = async (tx: Tx, { id, corrected }: Import): Promise<AppError> =>
  (await imports.find(tx, id))?.corrected === corrected ? fileGone() : new AppError('imports.corrected');

type FileToCheck = Omit<FileToInspect, 'mapping' | 'roles' | 'tableLine' | 'sheet'>;

async function inspectedAndPermitted({ inspect }: StartDeps, file: FileToCheck, order: ImportOrder) {
  const { mapping, roles, tableLine, sheet } = order;
  const report = await inspect(order.caller, { ...file, mapping, roles, tableLine, sheet });
  await order.permit(report);
  return report;
}

interface StagedFile {
  readonly name: string;
  readonly facts: Reading['facts'];
}

interface Queued {
  readonly staged: StagedFile;
  readonly report: FileReport;
  readonly order: ImportOrder;
  readonly source: number | null;
  readonly corrected: number;
}

async function queue(
  tx: Tx,
  { clock }: StartDeps,
  call: AuditedCall,
  { staged, report, order, source, corrected }: Queued,
) {
  const queued = await imports.add(tx, {
    ...queuedAct(call, clock, { tier: order.tier, total: report.total }),
    ...rowOf(staged, report, order),
    source_id: source,
    corrected,
  });
  const { id, total, mode, invitations } = queued;
  const meta = { import_id: id, total, mode, invitations };
  const about = { tenantId: order.target_tenant_id, meta };
  await recordAudit(tx, resumed(call, clock), { action: 'import.start', ...about });
  if (isWorthSaving(queued)) await saveMapping(tx, mappingOf(queued, call.at));
  return queued;
}

/** What was guessed needs no saving, and a file of several tenants is not for the administrators of one to see. */
const isWorthSaving = ({ mode, reading, tenant_id }: Import): boolean =>
  mode === 'real' && reading.as !== undefined && tenant_id !== null;

const mappingOf = (
  { target_tenant_id, file_name, columns, roles, encoding }: Import,
  used_at: Instant,
): SavedMapping => ({
  id: opaqueId(),
  tenant_id: target_tenant_id,
  shape: shapeOf(columns.map(({ heading }) => heading)),
  file_name,
  columns,
  roles,
  encoding: isOneOf(SINGLE_BYTE, encoding) ? encoding : null,
  used_at,
});

const fileGone = () => new AppError('imports.file_gone');

/** Rethrows an error. @throws AppError `imports.file_gone` (409) in place of `ENOENT` */
export const missingFile = (error: unknown): never => {
  throw isMissingFile(error) ? fileGone() : error;
};

const rowOf = (
  { name, facts }: StagedFile,
  { encoding, mapping, roles, delimiter, reading, columns, saysTenants }: FileReport,
  { target_tenant_id, tier, mode, invitations, existing, file_name, as }: ImportOrder,
) => ({
  target_tenant_id,
  mode,
  invitations,
  existing,
  file_name,
  mapping,
  roles,
  // Only superadmins see rows of several tenants.
  tenant_id: tier === 0 && saysTenants ? null : target_tenant_id,
  file: name,
  encoding,
  delimiter,
  reading: { ...reading, ...(facts?.some(isReported) ? { facts } : {}), ...(as === undefined ? {} : { as }) },
  ignored_columns: unreadHeadings(columns).slice(0, MOST_IGNORED),
  columns,
  problems: [],
  unknown_roles: [],
  kept_until: null,
  next_id: null,
  next_is: null,
  left_out: [],
  created: 0,
  administrators: 0,
  updated: 0,
  restored: 0,
  skipped: 0,
  failed: 0,
});

const isReported = ({ hidden_rows, hidden_columns, merged }: SheetFacts): boolean =>
  hidden_rows + hidden_columns.length + merged > 0;

const MOST_IGNORED = 50;
