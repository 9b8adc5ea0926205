import { type Static, Type } from 'typebox';
import { idOf } from '../http/id-wire.ts';
import { pageQuery } from '../http/list-wire.ts';
import { choice, nullableText } from '../http/wire.ts';
import { LANGUAGES } from '../users/user.ts';
import { IMPORT_STATUSES, type Import, type ImportRow, OUTCOMES } from './import.ts';
import { textOfReason } from './import-reasons.ts';

const nullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const flag = (description: string) => Type.Optional(choice(['0', '1', 'true', 'false'], { description }));
const id = idOf();

export const StartQuery = Type.Object({
  dry_run: flag('`1`: only say what each row would do'),
  invite: flag('`1`: mail an invitation to everybody created without a password'),
  tenant_id: Type.Optional(id),
});

export const isOn = (text: string | undefined): boolean => text === '1' || text === 'true';

export const ImportId = Type.Object({ id });

export const ImportsQuery = Type.Object({ tenant_id: Type.Optional(id), ...pageQuery });

export const RowsQuery = Type.Object({
  outcome: Type.Optional(choice(OUTCOMES)),
  ...pageQuery,
});

export const ReportQuery = Type.Object({
  language: Type.Optional(
    choice(LANGUAGES, {
      description: 'Of the column `detail` and the name of the file; left out: the `preferred_language` of the caller',
    }),
  ),
});

export const QueuedAnswer = Type.Object(
  { id: Type.Integer(), status: choice(IMPORT_STATUSES) },
  { title: 'QueuedImport' },
);

export const UndoPreview = Type.Object(
  {
    removable: Type.Integer({ description: 'Accounts that nobody has used or edited since' }),
    kept: Type.Integer({ description: 'Accounts that would stay' }),
  },
  { title: 'ImportUndoPreview' },
);

export const ImportAnswer = Type.Object(
  {
    id: Type.Integer(),
    status: choice(IMPORT_STATUSES),
    failure: Type.Union([choice(['importer', 'file', 'fault']), Type.Null()]),
    dry_run: Type.Boolean(),
    invite: Type.Boolean(),
    tenant_id: nullableInteger,
    created_by: nullableInteger,
    total: Type.Integer(),
    created: Type.Integer(),
    skipped: Type.Integer(),
    failed: Type.Integer(),
    undone: Type.Integer(),
    kept: Type.Integer(),
    encoding: Type.String(),
    delimiter: Type.String(),
    ignored_columns: Type.Array(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
    started_at: nullableText,
    finished_at: nullableText,
    undo_requested_at: nullableText,
    undone_at: nullableText,
  },
  { title: 'Import' },
);

/** Named one by one: events are written without a schema that would leave out what is nobody's business. */
export const showImport = (row: Import): Static<typeof ImportAnswer> => {
  const { id, status, failure, tenant_id, created_by, encoding, delimiter } = row;
  const { total, created, skipped, failed, undone, kept } = row;
  const { created_at, started_at, finished_at, undo_requested_at, undone_at } = row;
  return {
    id,
    status,
    failure,
    dry_run: row.mode === 'dry-run',
    invite: row.invitations === 'send',
    tenant_id,
    created_by,
    total,
    created,
    skipped,
    failed,
    undone,
    kept,
    encoding,
    delimiter,
    ignored_columns: JSON.parse(row.ignored_columns) as string[],
    created_at,
    started_at,
    finished_at,
    undo_requested_at,
    undone_at,
  };
};

export const RowItem = Type.Object(
  {
    line: Type.Integer({ description: 'Where the row begins in the file; the headings are line 1' }),
    outcome: choice(OUTCOMES),
    user_id: nullableInteger,
    column: nullableText,
    reason: nullableText,
    detail: nullableText,
  },
  { title: 'ImportRow' },
);

export const showRow = ({ line, outcome, user_id, column_name, reason }: ImportRow): Static<typeof RowItem> => ({
  line,
  outcome,
  user_id,
  column: column_name,
  reason,
  detail: textOfReason(reason),
});
