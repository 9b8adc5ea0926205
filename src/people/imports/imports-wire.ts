import { type Static, type TSchema, Type } from 'typebox';
import { PERSON_FIELD_NAMES } from '../../accounts/users/person-form.ts';
import { LANGUAGES } from '../../accounts/users/user.ts';
import { fromJson } from '../../platform/database/json-column.ts';
import { pageQuery } from '../../platform/http/list-wire.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { choice, idOf, instant, nullableText } from '../../platform/http/wire.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { tryJson } from '../../platform/kernel/unchecked.ts';
import { fitsSchema } from '../../platform/server/schema-compilers.ts';
import { sheetQuery } from '../../platform/sheets/sheet-wire.ts';
import { ACT_STATUSES } from '../long-acts/long-act.ts';
import { IMPORT_ACTIONS, type Import, type ImportRow, importActions, OUTCOMES, type Reading } from './import.ts';
import { COLUMNS, type Mapping as ColumnMapping } from './import-columns.ts';
import { textOfReason } from './import-reasons.ts';
import { likelyRole, type RoleWords, roleWord } from './role-words.ts';
import { SINGLE_BYTE } from './single-byte.ts';
import { FORMS } from './table-reader.ts';

const nullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const flag = (description: string) => Type.Optional(choice(['0', '1', 'true', 'false'], { description }));
const id = idOf();

export const StartQuery = Type.Object({
  dry_run: flag('`1`: only say what each row would do'),
  invite: flag('`1`: mail an invitation to everybody created without a password'),
  update: flag('`1`: people who exist get what the file says otherwise; without it they stay as they are'),
  tenant_id: Type.Optional(id),
});

export const isOn = (text: string | undefined): boolean => text === '1' || text === 'true';

export const ImportId = Type.Object({ id });

export const ImportsQuery = Type.Object({ tenant_id: Type.Optional(id), ...pageQuery });

export const RowsQuery = Type.Object({
  outcome: Type.Optional(choice(OUTCOMES)),
  ...pageQuery,
});

/** The query of the file of faulty rows. */
export const FaultyQuery = Type.Object({
  language: Type.Optional(
    choice(LANGUAGES, {
      description: 'Of the reasons and of the file name; default: the caller’s `preferred_language`',
    }),
  ),
});

export const ReportQuery = Type.Object({
  ...sheetQuery,
  format: Type.Optional(choice(['csv', 'xlsx'], { default: 'csv' })),
});

const field = Type.Union([choice(COLUMNS), Type.Null()]);

export const UPLOAD_FIELDS = {
  mapping: 'JSON: what a column means, by its heading: a field, or null to leave it out. Others are guessed',
  roles: 'JSON: what a word in the column of roles means, such as `{"igrač": "member"}`',
};

const Mapping = Type.Record(Type.String({ maxLength: 1000 }), field, { maxProperties: 200 });
const Roles = Type.Record(Type.String({ maxLength: 200 }), choice(ROLES), { maxProperties: 50 });

export const CheckBody = Type.Object({
  mapping: Type.Optional(Mapping),
  roles: Type.Optional(Roles),
  table_line: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'The line of the headings; else the likeliest' }),
  ),
  sheet: Type.Optional(Type.String({ maxLength: 200, description: 'Of a workbook; else the first' })),
  update: Type.Optional(
    Type.Boolean({ description: 'Whether people who exist get what the file says otherwise; else as in this check' }),
  ),
  encoding: Type.Optional(choice(SINGLE_BYTE, { description: 'For a file with one byte for each character' })),
});

export const RunBody = Type.Object({
  invite: Type.Optional(Type.Boolean({ description: 'Mail an invitation to everybody created without a password' })),
});

/** The mapping and role words of a form. @throws InvalidRequest (422) if a field is not the expected JSON */
export function saidInForm(fields: ReadonlyMap<string, string>): { mapping: ColumnMapping; roles: RoleWords } {
  const read = <Schema extends TSchema>(name: keyof typeof UPLOAD_FIELDS, schema: Schema): Static<Schema> => {
    const value = tryJson(fields.get(name) ?? '{}');
    if (value === undefined) throw invalidField('body', name, 'json_invalid', 'Ovo nije ispravan JSON.');
    if (!fitsSchema(schema, value)) throw invalidField('body', name, 'not_allowed', 'Ova vrijednost nije dopuštena.');
    return value;
  };
  const mapping = read('mapping', Mapping);
  return { mapping, roles: wordsOfRoles(read('roles', Roles)) };
}

/** Normalises the words, so that their spelling does not matter. */
export const wordsOfRoles = (roles: RoleWords): RoleWords =>
  Object.fromEntries(Object.entries(roles).map(([word, role]) => [roleWord(word), role]));

const MOST_LINES = 50;
const FIRST_LINES = 8;

export const CellsQuery = Type.Object({
  lines: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: '^[0-9]{1,9}(,[0-9]{1,9}){0,49}$',
      description: `Line numbers, at most ${MOST_LINES}; without them, the first rows`,
    }),
  ),
});

export const linesAsked = (lines: string | undefined, { table_line, heading_lines }: Reading): number[] =>
  lines === undefined
    ? Array.from({ length: FIRST_LINES }, (_, index) => Math.max(table_line, 1) + heading_lines + index)
    : lines.split(',').map(Number);

const readColumns = Type.Array(Type.Object({ heading: Type.String(), field }), {
  description: 'The headings of the file, and what is read from below each',
});

export const CellsAnswer = Type.Object(
  {
    columns: readColumns,
    rows: Type.Array(
      Type.Object({
        line: Type.Integer(),
        cells: Type.Array(Type.String()),
        outcome: Type.Union([choice(OUTCOMES), Type.Null()]),
        column: nullableText,
        reason: nullableText,
        faulty_index: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the faulty cell, from 0' }),
        corrected: Type.Array(Type.Integer(), { description: 'Cells that were corrected since, from 0' }),
      }),
    ),
    beginning: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() }), {
      description: 'The first lines of the file, to choose the headings among them; empty where `lines` are asked for',
    }),
    names: Type.Array(Type.Object({ encoding: choice(SINGLE_BYTE), words: Type.Array(Type.String()) }), {
      description: 'Words with letters that depend on the encoding, in the one that is read and in its rivals',
    }),
  },
  { title: 'ImportCells' },
);

export const RowOfFile = Type.Object({ id, line: Type.Integer({ minimum: 1, maximum: 999_999_999 }) });

const MOST_CELLS = 20;
/** The longest cell that can be right: the hash of a password, as another system writes it. */
const LONGEST_CORRECTION = 1000;

export const CorrectBody = Type.Object({
  cells: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0, maximum: 999, description: 'Of the cell in its row, from 0' }),
      text: Type.Union([Type.String({ maxLength: LONGEST_CORRECTION }), Type.Null()], {
        description: '`null`: again as the file has it',
      }),
    }),
    { minItems: 1, maxItems: MOST_CELLS },
  ),
});

export const QueuedAnswer = Type.Object(
  { id: Type.Integer(), status: choice(ACT_STATUSES) },
  { title: 'QueuedImport' },
);

export const UndoPreview = Type.Object(
  {
    removable: Type.Integer({ description: 'Accounts that nobody has used or edited since' }),
    restorable: Type.Optional(
      Type.Integer({ description: 'Of an import that updated: people who would get back what it changed' }),
    ),
    kept: Type.Integer({ description: 'Accounts that would stay as they are' }),
    people: Type.Array(
      Type.Object({
        user_id: id,
        line: Type.Integer(),
        full_name: nullableText,
        why: choice(['deleted', 'signed_in', 'role', 'changed'], {
          description:
            '`deleted`: gone already; `signed_in`: has signed in; `role`: has a role that the caller may not remove; `changed`: somebody changed the account, or a password was chosen',
        }),
      }),
      { description: 'Those who would stay, at most 200, by line; without a name outside the caller’s tenant' },
    ),
  },
  { title: 'ImportUndoPreview' },
);

export const ImportAnswer = Type.Object(
  {
    id: Type.Integer(),
    status: choice(ACT_STATUSES),
    failure: Type.Union([choice(['importer', 'file', 'fault']), Type.Null()]),
    dry_run: Type.Boolean(),
    invite: Type.Boolean(),
    update: Type.Boolean({ description: 'Whether people who exist get what the file says otherwise' }),
    tenant_id: nullableInteger,
    created_by: nullableInteger,
    created_by_name: nullableText,
    file_name: Type.String(),
    total: Type.Integer(),
    created: Type.Integer(),
    administrators: Type.Integer({ description: 'How many of `created` are administrators' }),
    updated: Type.Integer({ description: 'People who existed, and whose cells were changed' }),
    restored: Type.Integer({ description: 'Of `updated`: those who got back what was changed' }),
    skipped: Type.Integer(),
    failed: Type.Integer(),
    undone: Type.Integer({ description: 'Accounts that undoing removed' }),
    kept: Type.Integer(),
    encoding: Type.String(),
    delimiter: Type.String(),
    form: choice(FORMS, { description: 'What the file is' }),
    sheets: Type.Array(Type.String(), { description: 'Of a workbook, those that are not hidden' }),
    sheet: nullableText,
    table_line: Type.Integer({ description: 'The line of the headings' }),
    heading_lines: Type.Integer({ description: '2 where the headings are on two lines' }),
    notes: Type.Integer({ description: 'Lines below the headings that are nobody: sums, notes' }),
    hidden_rows: Type.Integer({ description: 'Of the sheet, which are read all the same' }),
    hidden_columns: Type.Array(Type.String(), { description: 'The headings of those that the workbook does not show' }),
    merged_cells: Type.Integer({ description: 'How many have the value of the cell above that they are merged with' }),
    read_as: choice(['guessed', 'told', 'remembered'], {
      description:
        '`told`: the importer said where the table is, or what it means; `remembered`: an earlier import did',
    }),
    encoding_rivals: Type.Array(choice(SINGLE_BYTE), {
      description: 'Encodings that give nearly as likely names; `cells` shows names in each',
    }),
    ignored_columns: Type.Array(Type.String()),
    columns: readColumns,
    problems: Type.Array(
      Type.Object({ column: nullableText, reason: Type.String(), count: Type.Integer(), detail: nullableText }),
      { description: 'The rows that failed, by kind, the most frequent first' },
    ),
    unknown_roles: Type.Array(
      Type.Object({
        word: Type.String(),
        count: Type.Integer(),
        likely: Type.Union([choice(ROLES), Type.Null()], { description: 'The role that the word could mean' }),
      }),
    ),
    file_until: Type.Union([instant, Type.Null()], {
      description: 'Until when the file can be read back, or a check be run',
    }),
    roles: Type.Record(Type.String(), choice(ROLES), { description: 'What the importer said that words mean' }),
    source_id: nullableInteger,
    corrected: Type.Integer({ description: 'How often cells of the file were corrected' }),
    next_id: Type.Union([Type.Integer(), Type.Null()], { description: 'The import or check that took over its file' }),
    next_is: Type.Union([choice(['check', 'import']), Type.Null()]),
    created_at: instant,
    started_at: nullableText,
    finished_at: nullableText,
    undo_requested_at: nullableText,
    undone_at: nullableText,
    actions: Type.Array(choice(IMPORT_ACTIONS), { description: 'What the caller may do with it now' }),
  },
  { title: 'Import' },
);

export interface ImportToShow extends Import {
  readonly created_by_name: string | null;
}

/** What of the sheet is read though people do not see it there. */
function unseenIn({ reading: { sheets, sheet, facts }, columns }: Pick<Import, 'reading' | 'columns'>) {
  const of = facts?.[Math.max(0, sheets.indexOf(sheet ?? ''))];
  const hidden = (of?.hidden_columns ?? []).flatMap((place) => columns[place]?.heading || []);
  return { hidden_rows: of?.hidden_rows ?? 0, hidden_columns: hidden, merged_cells: of?.merged ?? 0 };
}

/** Listed one by one: events are sent without a response schema that would drop private members. */
export const showImport = (row: ImportToShow): Static<typeof ImportAnswer> => {
  const { id, status, failure, tenant_id, created_by, encoding, delimiter } = row;
  const { total, created, administrators, skipped, failed, undone, kept } = row;
  const { created_at, started_at, finished_at, undo_requested_at, undone_at } = row;
  return {
    id,
    status,
    failure,
    dry_run: row.mode === 'dry-run',
    invite: row.invitations === 'send',
    update: row.existing === 'update',
    tenant_id,
    created_by,
    created_by_name: row.created_by_name,
    file_name: row.file_name,
    total,
    created,
    administrators,
    updated: row.updated,
    restored: row.restored,
    skipped,
    failed,
    undone: undone - row.restored,
    kept,
    encoding: encoding === 'rows' ? 'utf-8' : encoding,
    delimiter,
    form: row.reading.form,
    sheets: [...row.reading.sheets],
    sheet: row.reading.sheet,
    table_line: Math.max(row.reading.table_line, 1),
    heading_lines: row.reading.heading_lines,
    notes: row.reading.notes,
    encoding_rivals: [...row.reading.rivals],
    ...unseenIn(row),
    read_as: row.reading.as ?? 'guessed',
    ignored_columns: [...row.ignored_columns],
    columns: [...row.columns],
    problems: row.problems.map((one) => ({ ...one, detail: textOfReason(one.reason) })),
    unknown_roles: row.unknown_roles.map((one) => ({ ...one, likely: likelyRole(one.word) })),
    file_until: row.kept_until,
    roles: row.roles,
    source_id: row.source_id,
    corrected: row.corrected,
    next_id: row.next_id,
    next_is: row.next_is,
    created_at,
    started_at,
    finished_at,
    undo_requested_at,
    undone_at,
    actions: importActions(row),
  };
};

export const RowItem = Type.Object(
  {
    line: Type.Integer({ description: 'Line of the file where the row starts; the headings are on `table_line`' }),
    outcome: choice(OUTCOMES),
    user_id: nullableInteger,
    column: nullableText,
    reason: nullableText,
    detail: nullableText,
    changes: Type.Optional(
      Type.Array(Type.Object({ field: choice(PERSON_FIELD_NAMES), before: Type.String(), after: Type.String() }), {
        description:
          'Of `updated`: each cell as it was and as the file has it; for 90 days, and of a check as long as its file is kept',
      }),
    ),
  },
  { title: 'ImportRow' },
);

export const showRow = ({
  line,
  outcome,
  user_id,
  column_name,
  reason,
  changes,
}: ImportRow): Static<typeof RowItem> => ({
  line,
  outcome,
  user_id,
  column: column_name,
  reason,
  detail: textOfReason(reason),
  ...(changes === null ? {} : { changes: [...fromJson(changes)] }),
});

export const CorrectedAnswer = Type.Object(
  {
    row: RowItem,
    faulty_index: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the faulty cell, from 0' }),
  },
  { title: 'CorrectedRow' },
);
