import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Column, Mapping, ReadColumn } from './import-columns.ts';
import type { Reason } from './import-reasons.ts';
import type { RoleWords } from './role-words.ts';
import type { SingleByte } from './single-byte.ts';
import type { Form } from './table-reader.ts';

export const IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed', 'undone'] as const;
/** `running` includes an import being undone. */
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Why an import ended before its last row. */
export type ImportFailure = 'importer' | 'file' | 'fault';

/** A file of people being imported. */
export interface Import {
  readonly id: number;
  /** The tenant whose administrators see it; null when the file names tenants, which only superadmins may import. */
  readonly tenant_id: TenantId | null;
  /** The tenant of rows that name none. */
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
  /** The name of its staged file. */
  readonly file: string;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly reading: Reading;
  /** Headings of columns that are not read. */
  readonly ignored_columns: readonly string[];
  /** The name that the person gave the file. */
  readonly file_name: string;
  /** Its headings, each with the meaning of its column. */
  readonly columns: readonly ReadColumn[];
  /** The importer's meanings for columns and words for roles. */
  readonly mapping: Mapping;
  readonly roles: RoleWords;
  /** The number of rows with each problem. */
  readonly problems: readonly ProblemCount[];
  /** Unknown words for roles. They are content of the file, so they are removed with it. */
  readonly unknown_roles: readonly WordCount[];
  /** Until when the file is kept, for downloads or to run a check; null once it is removed. */
  readonly kept_until: Instant | null;
  /** The check whose file this import took over; `next_id`: the import or check that took over this one’s file. */
  readonly source_id: number | null;
  readonly next_id: number | null;
  readonly next_is: 'check' | 'import' | null;
  /** Digests of the addresses of people who were erased while the file waited; its rows must not bring them back. */
  readonly left_out: readonly string[];
  readonly total: number;
  readonly created: number;
  /** Administrators among `created`. */
  readonly administrators: number;
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

/** How the staged file is read. UTF-16 is staged as UTF-8; `rows`: written by a `TableReader`, one JSON array a line. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | SingleByte | 'rows';

/** Where the table is in its file, and what else was found there. */
export interface Reading {
  readonly form: Form;
  /** The line of the headings; 0 in imports of earlier versions: the first that is not blank. */
  readonly table_line: number;
  /** Two where groups of columns have a heading above theirs. */
  readonly heading_lines: 1 | 2;
  /** Encodings that give nearly as likely names. */
  readonly rivals: readonly SingleByte[];
  /** Lines below the headings that are nobody: sums, notes, headings once more. */
  readonly notes: number;
  /** The sheets of a workbook, and the one that is read. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
}

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Problems first. */
export const OUTCOMES = ['failed', 'skipped', 'created', 'undone'] as const;
/** A row's outcome, or in a dry run what it would be. */
export type Outcome = (typeof OUTCOMES)[number];

/** One row's outcome. It has none of the row's content. */
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

/** The actions that are possible on an import now. */
export const importActions = ({ mode, status }: Pick<Import, 'mode' | 'status'>): ImportAction[] =>
  mode === 'real' && UNDOABLE_STATUSES.some((one) => one === status) ? ['undo'] : [];

export const isOver = ({ status }: Pick<Import, 'status'>): boolean => status !== 'queued' && status !== 'running';

interface ProblemCount {
  readonly column: Column | null;
  readonly reason: Reason;
  readonly count: number;
}

/** A word as it first occurs in the file, and how many rows have it. */
export interface WordCount {
  readonly word: string;
  readonly count: number;
}
