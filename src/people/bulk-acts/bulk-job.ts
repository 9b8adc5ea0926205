import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { SheetLanguage } from '../../platform/sheets/sheet.ts';
import type { SelectionFilter } from './select-people.ts';

export const BULK_ACTIONS = ['invite', 'suspend', 'unsuspend', 'role'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const BULK_STATUSES = ['queued', 'running', 'completed', 'failed', 'undone'] as const;
/** `running` includes a job being undone. */
export type BulkStatus = (typeof BULK_STATUSES)[number];

export const BULK_FAILURES = ['caller', 'fault'] as const;
/** Why a job ended before its last person: the caller lost the right to it, or it met a bug. */
export type BulkFailure = (typeof BULK_FAILURES)[number];

/** Problems first. `kept`: not undone, since the person was changed meanwhile. */
export const BULK_OUTCOMES = ['refused', 'kept', 'done', 'undone'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** The filter as lists of jobs show it: without the search text, which may be a name. */
export type ReportedFilter = Omit<SelectionFilter, 'q'> & { readonly searched: 'yes' | 'no' };

/** An act on everybody who matched a filter at the time of the request. */
export interface BulkJob {
  readonly id: number;
  /** The tenant whose administrators see it; null for all tenants. */
  readonly tenant_id: TenantId | null;
  readonly created_by: UserId;
  /** Who requested the current run: the act, later its undoing. */
  readonly asked_by: UserId;
  /** The requester's tier at that time; they must still have it. */
  readonly tier: number;
  /** Whether they had authenticated recently; otherwise the act is refused for people for whom that is required. */
  readonly authenticated: 'recently' | 'earlier';
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly action: BulkAction;
  /** The role to grant, if that is the act. */
  readonly role: Role | null;
  /** The reason for suspending; blanked at the end, since the audit log has it. */
  readonly reason: string;
  readonly filter: ReportedFilter;
  readonly status: BulkStatus;
  readonly failure: BulkFailure | null;
  /** While it runs: its tenant, or 0 for all. Unique, so that only one job runs per tenant. */
  readonly live_scope: number | null;
  /** While it runs: its requester. Unique. */
  readonly live_caller: UserId | null;
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  /** The number of people erased since the request; they have no row. */
  readonly gone: number;
  readonly undone: number;
  readonly kept: number;
  readonly next_batch: number;
  /** People up to this id are undone. */
  readonly undo_after: number;
  readonly created_at: Instant;
  readonly started_at: Instant | null;
  readonly finished_at: Instant | null;
  readonly undo_requested_at: Instant | null;
  readonly undone_at: Instant | null;
}

/** The outcome for one person, with what undoing needs to know. */
export interface BulkRow {
  readonly job_id: number;
  readonly user_id: UserId;
  readonly outcome: BulkOutcome;
  /** The code of the refusal. */
  readonly code: string | null;
  /** The previous role or status, or since when the person had to choose a password. */
  readonly before: string | null;
  /** The invitation sent. */
  readonly token_id: number | null;
}

export const isOver = ({ status }: Pick<BulkJob, 'status'>): boolean => status !== 'queued' && status !== 'running';

export const UNDOABLE_STATUSES = ['completed', 'failed'] as const satisfies readonly BulkStatus[];

export const BULK_JOB_ACTIONS = ['undo'] as const;
export type BulkJobAction = (typeof BULK_JOB_ACTIONS)[number];

/** The actions that are possible on a job now. */
export const bulkJobActions = ({ status, done, undone, kept }: BulkJob): BulkJobAction[] =>
  UNDOABLE_STATUSES.some((one) => one === status) && done > undone + kept ? ['undo'] : [];

type Words = Readonly<Record<SheetLanguage, string>>;

/** Why an act was refused or not undone, by the code of the refusal. */
const REASONS: Readonly<Record<string, Words>> = {
  'users.self': { hr: 'Ovo ste vi.', en: 'This is yourself.' },
  'users.tier': { hr: 'Vaša uloga to ne dopušta.', en: 'Your role does not allow it.' },
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
const CHANGED: Words = { hr: 'Od tada se promijenilo.', en: 'Has changed since.' };

interface RowOutcome {
  readonly outcome: string;
  readonly code: string | null;
}

/** The reason in words; empty when the act succeeded. */
export function bulkReason({ outcome, code }: RowOutcome, language: SheetLanguage): string {
  if (code !== null) return (REASONS[code] ?? OTHER)[language];
  return outcome === 'kept' ? CHANGED[language] : '';
}
