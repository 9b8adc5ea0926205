import type { PersonField } from '../../accounts/users/person-form.ts';
import {
  defineTable,
  integer,
  json,
  type ParsedRowOf,
  type RowOf,
  text,
} from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { problemsIndex } from '../long-acts/act-rows-store.ts';
import { ACT_INDEXES, actColumns, hasEndedOnce } from '../long-acts/long-act.ts';
import type { Column, Mapping, ReadColumn } from './import-columns.ts';
import type { Reason } from './import-reasons.ts';
import type { RoleWords } from './role-words.ts';
import type { SingleByte } from './single-byte.ts';
import type { Form, SheetFacts } from './table-reader.ts';

/** Why an import ended before its last row. */
export type ImportFailure = 'importer' | 'file' | 'fault';

/** A file of people being imported. `tenant_id` is null when the file names tenants, which only superadmins may import. */
export const importsTable = defineTable(
  'imports',
  {
    ...actColumns({ part: 'imports_started', id: 'import_id', shows: ['status', 'total', 'finished_at'] }),
    failure: text<ImportFailure>('not-personal', 'kept').orNull(),
    /** The tenant of rows that name none. */
    target_tenant_id: integer<TenantId>('not-personal', 'kept'),
    mode: text<'real' | 'dry-run'>('in imports_started.mode', 'kept'),
    invitations: text<'send' | 'none'>('not-personal', 'kept'),
    /** What becomes of people who exist: nothing, or what the file says otherwise. */
    existing: text<'skip' | 'update'>('not-personal', 'kept'),
    /** The name of its staged file. */
    file: text('not-personal', 'kept'),
    encoding: text<Encoding>('not-personal', 'kept'),
    delimiter: text<Delimiter>('not-personal', 'kept'),
    reading: json<Reading>('not-personal', 'kept'),
    /** Headings of columns that are not read. */
    ignored_columns: json<readonly string[]>('not-personal', 'kept'),
    /** The name that the person gave the file. */
    file_name: text('not-personal', 'kept'),
    /** Its headings, each with the meaning of its column. */
    columns: json<readonly ReadColumn[]>('not-personal', 'kept'),
    /** The importer's meanings for columns and words for roles. */
    mapping: json<Mapping>('not-personal', 'kept'),
    roles: json<RoleWords>('not-personal', 'kept'),
    /** The number of rows with each problem. */
    problems: json<readonly ProblemCount[]>('not-personal', 'kept'),
    /** Unknown words for roles. They are content of the file, so they are removed with it. */
    unknown_roles: json<readonly WordCount[]>('not-personal', 'emptied'),
    /** Until when the file is kept, for downloads or to run a check; null once it is removed. */
    kept_until: text<Instant>('not-personal', 'replaced').orNull(),
    /** The check whose file this import took over; `next_id`: the import or check that took over this one’s file. */
    source_id: integer('not-personal', 'kept').orNull(),
    next_id: integer('not-personal', 'kept').orNull(),
    next_is: text<'check' | 'import'>('not-personal', 'kept').orNull(),
    /** Digests of the addresses of people who were erased while the file waited; its rows must not bring them back. */
    left_out: json<readonly string[]>('not-personal', 'kept'),
    /** How often cells of the file were corrected: whoever read it before has read another file. */
    corrected: integer('not-personal', 'kept'),
    created: integer('in imports_started.created', 'kept'),
    /** Administrators among `created`. */
    administrators: integer('not-personal', 'kept'),
    skipped: integer('not-personal', 'kept'),
    updated: integer('not-personal', 'kept'),
    /** Of `undone`: people who exist still, and have back what was changed. */
    restored: integer('not-personal', 'kept'),
    failed: integer('not-personal', 'kept'),
  },
  {
    indexes: { ...ACT_INDEXES, kept: { columns: 'kept_until', where: 'kept_until is not null' } },
    personal: {
      merging: { created_by: 'moves', asked_by: 'stays' },
      parts: { imports_started: { purpose: 'proof', kept: 'account' } },
    },
  },
);

export type Import = ParsedRowOf<typeof importsTable>;

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
  /** Of each sheet; absent where nothing is hidden or merged. */
  readonly facts?: readonly SheetFacts[];
  /** Absent where everything was guessed: whether the importer said something of it, or an earlier import did. */
  readonly as?: 'told' | 'remembered';
}

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Problems first. */
export const OUTCOMES = ['failed', 'skipped', 'updated', 'created', 'undone'] as const;
/** A row's outcome, or in a dry run what it would be. */
export type Outcome = (typeof OUTCOMES)[number];

/** A cell of somebody who exists, as it was and as the file has it. */
export interface CellChange {
  readonly field: PersonField;
  readonly before: string;
  readonly after: string;
}

/** One row's outcome. Of the row's content it has only what changes somebody who exists, for some months. */
export const importRowsTable = defineTable(
  'import_rows',
  {
    import_id: integer('in created_by_imports.import_id', 'kept'),
    line: integer('internal', 'kept'),
    outcome: text<Outcome>('internal', 'kept'),
    user_id: integer<UserId>('duplicate', 'kept').orNull(),
    column_name: text('internal', 'kept').orNull(),
    reason: text('internal', 'kept').orNull(),
    changes: json<readonly CellChange[]>('in created_by_imports.changes', 'emptied').orNull(),
  },
  {
    key: ['import_id', 'line'],
    clustered: true,
    indexes: {
      problems: problemsIndex('import_id', 'line', 'created'),
      user_id: { columns: 'user_id', where: 'user_id is not null' },
      changes: { columns: 'import_id', where: 'changes is not null' },
    },
    personal: { merging: { user_id: 'stays' }, parts: { created_by_imports: { purpose: 'source', kept: 'account' } } },
  },
);

export type ImportRow = RowOf<typeof importRowsTable>;

export const IMPORT_ACTIONS = ['undo'] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];

/** The actions that are possible on an import now. */
export const importActions = (of: Pick<Import, 'mode' | 'status'>): ImportAction[] =>
  of.mode === 'real' && hasEndedOnce(of) ? ['undo'] : [];

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
