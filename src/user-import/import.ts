import type { Instant } from '../kernel/clock.ts';

export const IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed', 'undone'] as const;
/** `running` is also an import that is being undone. */
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Why an import ended before its last row. */
export type ImportFailure = 'importer' | 'file' | 'fault';

/** A file of people on its way into the store. */
export interface Import {
  readonly id: number;
  /** Whose administrators see it; null where the file itself says tenants, which only superadmins may. */
  readonly tenant_id: number | null;
  /** Where rows go that name no tenant. */
  readonly target_tenant_id: number;
  /** Nobody where the operator imports. */
  readonly created_by: number | null;
  /** Who asked for what is going on: the import, later its undoing. */
  readonly asked_by: number | null;
  /** The tier of who asked, then. They must not have lost it meanwhile. */
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
  /** Headings that mean nothing here, as a JSON list. */
  readonly ignored_columns: string;
  /** Digests of addresses whose people were erased while the file waited, as a JSON list: its rows must not bring them back. */
  readonly left_out: string;
  readonly total: number;
  readonly created: number;
  readonly skipped: number;
  readonly failed: number;
  readonly undone: number;
  readonly kept: number;
  /** Rows that begin before this line are done. */
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
/** What became of a row, or in a dry run would. */
export type Outcome = (typeof OUTCOMES)[number];

/** One row's outcome. Nothing of what the row said is kept. */
export interface ImportRow {
  readonly import_id: number;
  readonly line: number;
  readonly outcome: Outcome;
  readonly user_id: number | null;
  readonly column_name: string | null;
  readonly reason: string | null;
}

export const isOver = ({ status }: Pick<Import, 'status'>): boolean => status !== 'queued' && status !== 'running';
