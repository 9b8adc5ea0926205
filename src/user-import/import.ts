import type { Instant } from '../kernel/clock.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import type { Mapping, ReadColumn } from './import-columns.ts';
import type { ProblemCount, WordCount } from './problem-count.ts';
import type { RoleWords } from './role-words.ts';

export const IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed', 'undone'] as const;
/** `running` includes an import being undone. */
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Why an import ended before its last row. */
export type ImportFailure = 'importer' | 'file' | 'fault';

/** A file of people being imported. */
export interface Import {
  readonly id: number;
  /** The tenant whose administrators see it; null when the file itself names tenants, which only superadmins may do. */
  readonly tenant_id: TenantId | null;
  /** Tenant for rows that name none. */
  readonly target_tenant_id: TenantId;
  /** `null` for the operator. */
  readonly created_by: UserId | null;
  /** Who requested the current run: the import, later its undoing. */
  readonly asked_by: UserId | null;
  /** The id of the service that requested it instead. */
  readonly asked_by_service: string | null;
  /** The requester's tier at that time; they must still have it. */
  readonly tier: number;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly mode: 'real' | 'dry-run';
  readonly invitations: 'send' | 'none';
  readonly status: ImportStatus;
  readonly failure: ImportFailure | null;
  /** Its name in the folder of staged files. */
  readonly file: string;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** Headings that mean nothing here. */
  readonly ignored_columns: readonly string[];
  /** What the person called it. */
  readonly file_name: string;
  /** Its headings and what is read below them. */
  readonly columns: readonly ReadColumn[];
  /** What the importer says that columns and words for roles mean. */
  readonly mapping: Mapping;
  readonly roles: RoleWords;
  /** How many rows have which problem. */
  readonly problems: readonly ProblemCount[];
  /** Words for roles that mean nothing here; removed with the file, since they are words of it. */
  readonly unknown_roles: readonly WordCount[];
  /** Until when the file stays, to be read or a check to be run; null once it is gone. */
  readonly kept_until: Instant | null;
  /** The check whose file this import took over, and the import that took over the file of this check. */
  readonly source_id: number | null;
  readonly next_id: number | null;
  readonly next_is: 'check' | 'import' | null;
  /** Digests of addresses whose people were erased while the file waited: its rows must not bring them back. */
  readonly left_out: readonly string[];
  readonly total: number;
  readonly created: number;
  readonly skipped: number;
  readonly failed: number;
  readonly undone: number;
  readonly kept: number;
  /** Rows before this line are done. */
  readonly next_line: number;
  /** Rows up to this line are undone. */
  readonly undo_line: number;
  readonly created_at: Instant;
  readonly started_at: Instant | null;
  readonly finished_at: Instant | null;
  readonly undo_requested_at: Instant | null;
  readonly undone_at: Instant | null;
}

export type Encoding = 'utf-8' | 'windows-1250';

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Problems first. */
export const OUTCOMES = ['failed', 'skipped', 'created', 'undone'] as const;
/** A row's outcome, or in a dry run what it would be. */
export type Outcome = (typeof OUTCOMES)[number];

/** One row's outcome. Nothing of the row's content is kept. */
export interface ImportRow {
  readonly import_id: number;
  readonly line: number;
  readonly outcome: Outcome;
  readonly user_id: UserId | null;
  readonly column_name: string | null;
  readonly reason: string | null;
}

export const UNDOABLE_STATUSES = ['completed', 'failed'] as const satisfies readonly ImportStatus[];

export const IMPORT_ACTIONS = ['undo'] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];

/** What whoever sees an import may do with it now. */
export const importActions = ({ mode, status }: Pick<Import, 'mode' | 'status'>): ImportAction[] =>
  mode === 'real' && UNDOABLE_STATUSES.some((one) => one === status) ? ['undo'] : [];

export const isOver = ({ status }: Pick<Import, 'status'>): boolean => status !== 'queued' && status !== 'running';
