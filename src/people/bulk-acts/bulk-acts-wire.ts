import { type Static, Type } from 'typebox';
import { INVITATION_STATES_OF_PEOPLE } from '../../accounts/people-search/invitation-of.ts';
import { STATUSES } from '../../accounts/users/user.ts';
import { pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { type Clock, epochOf } from '../../platform/kernel/clock.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { sheetQuery } from '../../platform/sheets/sheet-wire.ts';
import { ACT_STATUSES, isOver } from '../long-acts/long-act.ts';
import {
  BULK_ACTIONS,
  BULK_FAILURES,
  BULK_JOB_ACTIONS,
  BULK_OUTCOMES,
  type BulkJob,
  bulkJobActions,
  bulkReason,
} from './bulk-job.ts';
import type { NamedJob, NamedRow } from './find-bulk-jobs.ts';
import { SelectionFilter } from './select-people.ts';

/** Most people per act by ids. */
export const MOST_IN_BULK = 200;

const act = {
  action: choice(BULK_ACTIONS),
  role: Type.Optional(choice(ROLES)),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
};

/** Much more than a job may have, so that too many people get their own refusal. */
const MOST_TOLD = 1_000_000_000;

/** Either `ids`, or `filter` with `expected_total`. */
export const BulkBody = Type.Object({
  ids: Type.Optional(Type.Array(idOf(), { minItems: 1, maxItems: MOST_IN_BULK, uniqueItems: true })),
  filter: Type.Optional(SelectionFilter),
  expected_total: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_TOLD,
      description: 'With `filter`: how many people the caller was told that it matches',
    }),
  ),
  tolerance: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MOST_TOLD,
      default: 0,
      description: 'By how many that number may have moved since',
    }),
  ),
  ...act,
});
export type BulkBody = Static<typeof BulkBody>;

export const BulkAnswer = Type.Object(
  {
    done: Type.Integer(),
    refused: Type.Integer(),
    results: Type.Array(
      Type.Object({
        id: Type.Integer(),
        ok: Type.Boolean(),
        code: Type.Optional(Type.String()),
        detail: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'BulkResult' },
);

export const SelectionQuery = Type.Object({
  ...SelectionFilter.properties,
  names: Type.Optional(choice(['1'], { description: 'Also name the first who match' })),
});

export const SelectionAnswer = Type.Object(
  {
    total: Type.Integer({ description: 'Exact, up to one more than `most`' }),
    active: Type.Integer({ description: 'Of them those who use their account' }),
    most: Type.Integer({ description: 'So many may be acted on at once' }),
    people: Type.Optional(
      Type.Array(Type.Object({ id: Type.Integer(), full_name: Type.String(), email: Type.String() }), {
        description: 'With `names`: the first 20',
      }),
    ),
  },
  { title: 'Selection' },
);

export const JobsQuery = Type.Object({ tenant_id: Type.Optional(idOf()), ...pageQuery });

export const RowsQuery = Type.Object({ outcome: Type.Optional(choice(BULK_OUTCOMES)), ...pageQuery });

export const BulkReportQuery = Type.Object({
  ...sheetQuery,
  format: Type.Optional(choice(['csv', 'xlsx'], { default: 'csv' })),
});
export type BulkReportQuery = Static<typeof BulkReportQuery>;

export const UndoPreview = Type.Object(
  {
    undoable: Type.Integer({ description: 'People who are still as the act left them' }),
    kept: Type.Integer({ description: 'People who would stay as they are' }),
  },
  { title: 'BulkUndoPreview' },
);

const nullableInteger = Type.Union([Type.Integer(), Type.Null()]);

export const JobAnswer = Type.Object(
  {
    id: Type.Integer(),
    action: choice(BULK_ACTIONS),
    role: Type.Union([choice(ROLES), Type.Null()]),
    tenant_id: nullableInteger,
    filter: Type.Object({
      searched: choice(['yes', 'no']),
      tenant_id: Type.Optional(Type.Integer()),
      role: Type.Optional(choice(ROLES)),
      status: Type.Optional(choice(STATUSES)),
      invitation: Type.Optional(choice(INVITATION_STATES_OF_PEOPLE)),
      signed_in: Type.Optional(choice(['never', 'ever'])),
      import_id: Type.Optional(Type.Integer()),
      missing_from: Type.Optional(Type.Integer()),
    }),
    status: choice(ACT_STATUSES),
    failure: Type.Union([choice(BULK_FAILURES), Type.Null()]),
    created_by: Type.Integer(),
    created_by_name: nullableText,
    total: Type.Integer(),
    done: Type.Integer({ description: 'Acted on, whether or not undone since' }),
    refused: Type.Integer(),
    gone: Type.Integer({ description: 'Erased meanwhile' }),
    undone: Type.Integer(),
    kept: Type.Integer({ description: 'Left as they are by the undoing' }),
    people_per_second: Type.Union([Type.Number(), Type.Null()]),
    seconds_left: nullableInteger,
    created_at: instant,
    started_at: nullableInstant,
    finished_at: nullableInstant,
    undo_requested_at: nullableInstant,
    undone_at: nullableInstant,
    actions: Type.Array(choice(BULK_JOB_ACTIONS), { description: 'What the caller may do with it now' }),
  },
  { title: 'BulkJob' },
);

/** The response's schema drops the private members. */
export const showJob =
  (clock: Clock) =>
  (job: NamedJob): Static<typeof JobAnswer> => ({ ...job, ...paceOf(job, clock), actions: bulkJobActions(job) });

function paceOf(job: BulkJob, clock: Clock) {
  const { undo_requested_at, started_at, total, done, refused, gone, undone, kept } = job;
  const since = undo_requested_at ?? started_at;
  const [passed, all] = undo_requested_at === null ? [done + refused + gone, total] : [undone + kept, done];
  if (isOver(job) || since === null || passed === 0) return { people_per_second: null, seconds_left: null };
  const rate = (passed * 1000) / Math.max(1, clock.now() - epochOf(since));
  return { people_per_second: Math.round(rate * 10) / 10, seconds_left: Math.ceil((all - passed) / rate) };
}

export const RowItem = Type.Object(
  {
    user_id: Type.Integer(),
    full_name: nullableText,
    email: nullableText,
    outcome: choice(BULK_OUTCOMES),
    code: nullableText,
    detail: nullableText,
  },
  { title: 'BulkRow' },
);

export const showRow = (row: NamedRow): Static<typeof RowItem> => {
  const { user_id, full_name, email, outcome, code } = row;
  return { user_id, full_name, email, outcome, code, detail: bulkReason(row, 'hr') || null };
};
