import {
  defineTable,
  integer,
  json,
  type ParsedRowOf,
  type RowOf,
  text,
} from '../../platform/database/define-table.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { SheetLanguage } from '../../platform/sheets/sheet.ts';
import { problemsIndex } from '../long-acts/act-rows-store.ts';
import { ACT_INDEXES, actColumns, hasEndedOnce } from '../long-acts/long-act.ts';
import type { SelectionFilter } from './select-people.ts';

export const BULK_ACTIONS = ['invite', 'suspend', 'unsuspend', 'role'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const BULK_FAILURES = ['caller', 'fault'] as const;
/** Why a job ended before its last person: the caller lost the right to it, or it met a bug. */
export type BulkFailure = (typeof BULK_FAILURES)[number];

/** Problems first. `kept`: not undone, since the person was changed meanwhile. */
export const BULK_OUTCOMES = ['refused', 'kept', 'done', 'undone'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** The filter as lists of jobs show it: without the search text, which may be a name. */
export type ReportedFilter = Omit<SelectionFilter, 'q'> & { readonly searched: 'yes' | 'no' };

/** An act on everybody who matched a filter at the time of the request. */
export const bulkJobsTable = defineTable(
  'bulk_jobs',
  {
    ...actColumns({ part: 'bulk_acts_started', id: 'job_id' }),
    created_by: integer<UserId>('duplicate', 'kept'),
    /** Whether the requester had authenticated recently; otherwise the act is refused for people for whom that is required. */
    authenticated: text<'recently' | 'earlier'>('internal', 'kept'),
    action: text<BulkAction>('in bulk_acts_started.action', 'kept'),
    /** The role to grant, if that is the act. */
    role: text<Role>('not-personal', 'kept').orNull(),
    /** The reason for suspending; blanked at the end, since the audit log has it. */
    reason: text('not-personal', 'kept'),
    filter: json<ReportedFilter>('not-personal', 'kept'),
    failure: text<BulkFailure>('not-personal', 'kept').orNull(),
    /** While it runs: its tenant, or 0 for all. Unique, so that only one job runs per tenant. */
    live_scope: integer('internal', 'kept').orNull(),
    /** While it runs: its requester. Unique. */
    live_caller: integer<UserId>('internal', 'kept').orNull(),
    done: integer('not-personal', 'kept'),
    refused: integer('not-personal', 'kept'),
    /** The number of people erased since the request; they have no row. */
    gone: integer('not-personal', 'kept'),
  },
  {
    indexes: {
      ...ACT_INDEXES,
      live_scope_unique: { columns: 'live_scope', unique: true },
      live_caller_unique: { columns: 'live_caller', unique: true },
    },
    personal: {
      merging: { created_by: 'moves', asked_by: 'stays', live_caller: 'stays' },
      parts: { bulk_acts_started: { purpose: 'proof', kept: { rule: 'bulk_acts', from: 'end' } } },
    },
  },
);

export type BulkJob = ParsedRowOf<typeof bulkJobsTable>;

/** The outcome for one person, with what undoing needs to know. */
export const bulkRowsTable = defineTable(
  'bulk_rows',
  {
    job_id: integer('in bulk_acts.job_id', 'removed').references('bulk_jobs'),
    user_id: integer<UserId>('duplicate', 'removed'),
    outcome: text<BulkOutcome>('in bulk_acts.outcome', 'removed'),
    /** The code of the refusal. */
    code: text('internal', 'removed').orNull(),
    /** The previous role or status, or since when the person had to choose a password. */
    before: text('internal', 'removed').orNull(),
    /** The invitation sent. */
    token_id: integer('internal', 'removed').orNull(),
  },
  {
    key: ['job_id', 'user_id'],
    clustered: true,
    indexes: {
      problems: problemsIndex('job_id', 'user_id', 'done'),
      user_id: 'user_id',
    },
    personal: {
      merging: { user_id: 'stays' },
      parts: { bulk_acts: { purpose: 'proof', kept: { rule: 'bulk_acts', from: 'end' } } },
    },
  },
);

export type BulkRow = RowOf<typeof bulkRowsTable>;

export const BULK_JOB_ACTIONS = ['undo'] as const;
export type BulkJobAction = (typeof BULK_JOB_ACTIONS)[number];

/** The actions that are possible on a job now. */
export const bulkJobActions = (job: BulkJob): BulkJobAction[] =>
  hasEndedOnce(job) && job.done > job.undone + job.kept ? ['undo'] : [];

type Words = Readonly<Record<SheetLanguage, string>>;

/** Why an act was refused or not undone, by the code of the refusal. */
const REASONS: Readonly<Record<string, Words>> = {
  'users.self': { hr: 'To ste Vi.', en: 'This is you.' },
  'users.tier': { hr: 'Vaša uloga to ne dopušta.', en: 'Your role does not allow it.' },
  'users.shared': { hr: 'Osoba je član i izvan Vašeg dosega.', en: 'This person is a member beyond your reach too.' },
  'users.not_found': {
    hr: 'Račun je u međuvremenu obrisan ili premješten.',
    en: 'The account was deleted or moved meanwhile.',
  },
  'users.state': { hr: 'Račun je već u tom stanju.', en: 'The account is in that state already.' },
  'users.last_superadmin': {
    hr: 'Ovo je posljednji glavni administrator.',
    en: 'This is the last head administrator.',
  },
  'token.too_many': {
    hr: 'Osoba je u posljednjih sat vremena već dobila dvadeset poveznica.',
    en: 'This person has received twenty links within the last hour.',
  },
  'reauth.required': {
    hr: 'Za ovu osobu prije radnje treba potvrditi lozinku.',
    en: 'This person takes a recent sign-in.',
  },
};

const OTHER: Words = { hr: 'Nije moguće.', en: 'Not possible.' };
const CHANGED: Words = { hr: 'Račun se otada promijenio.', en: 'Has changed since.' };

interface RowOutcome {
  readonly outcome: string;
  readonly code: string | null;
}

/** The reason in words; empty when the act succeeded. */
export function bulkReason({ outcome, code }: RowOutcome, language: SheetLanguage): string {
  if (code !== null) return (REASONS[code] ?? OTHER)[language];
  return outcome === 'kept' ? CHANGED[language] : '';
}
