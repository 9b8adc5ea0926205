import { type AuditContext, type AuditedCall, resumed } from '../../platform/audit/audit-context.ts';
import { id, integer, type ParsedRowOf, type Table, type TableOf, text } from '../../platform/database/define-table.ts';
import type { Exported } from '../../platform/database/personal-columns.ts';
import type { Clock, Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';

export const ACT_STATUSES = ['queued', 'running', 'completed', 'failed', 'undone'] as const;
/** `running` includes an act being undone. */
export type ActStatus = (typeof ACT_STATUSES)[number];

/** What an export says of the acts that somebody started. */
interface StartedPart {
  readonly part: string;
  /** What it calls the number of an act. */
  readonly id: string;
  readonly shows?: readonly ('status' | 'total' | 'finished_at')[];
}

/**
 * What every table of long acts has. Each kind of act has a table of its own, since what an export shows of an act and its rows, and what an
 * erasure leaves, differ from kind to kind, and its acts are numbered from one.
 */
export const actColumns = ({ part, id: number, shows = [] }: StartedPart) => {
  const exportedAs = (name: (typeof shows)[number]): Exported =>
    shows.includes(name) ? `in ${part}.${name}` : 'not-personal';
  return {
    id: id(`in ${part}.${number}`, 'kept'),
    /** The tenant whose administrators see it; null for all tenants. */
    tenant_id: integer<TenantId>('not-personal', 'kept').orNull(),
    /** `null` for the operator, and for a service. */
    created_by: integer<UserId>('duplicate', 'kept').orNull(),
    /** Who requested the current run: the act, later its undoing. */
    asked_by: integer<UserId>('duplicate', 'kept').orNull(),
    /** The tenant in which they acted then; what they are there counts, wherever else they have gone over to. */
    asked_in: integer<TenantId>('internal', 'kept').orNull(),
    /** The id of the service that requested it instead. */
    asked_by_service: text('third-party', 'kept').orNull(),
    /** The requester's tier at that time; they must still have it. */
    tier: integer('internal', 'kept'),
    ip: text(`in ${part}.ip`, 'emptied').orNull(),
    user_agent: text(`in ${part}.device`, 'emptied').orNull(),
    request_id: text('internal', 'emptied').orNull(),
    status: text<ActStatus>(exportedAs('status'), 'kept'),
    /** Why it ended before its last row. */
    failure: text('not-personal', 'kept').orNull(),
    total: integer(exportedAs('total'), 'kept'),
    undone: integer('not-personal', 'kept'),
    /** Rows that undoing left as they were. */
    kept: integer('not-personal', 'kept'),
    /** What comes before this place is done. */
    next_place: integer('internal', 'kept'),
    /** Rows up to this place are undone. */
    undo_place: integer('internal', 'kept'),
    created_at: text<Instant>(`in ${part}.created_at`, 'kept'),
    started_at: text<Instant>('not-personal', 'kept').orNull(),
    finished_at: text<Instant>(exportedAs('finished_at'), 'kept').orNull(),
    undo_requested_at: text<Instant>('not-personal', 'kept').orNull(),
    undone_at: text<Instant>('not-personal', 'kept').orNull(),
  };
};

/** Exactly the condition of `isOpen` in `acts-store.ts`. */
export const OPEN = "status in ('queued', 'running')";

/** The indexes that the statements of `acts-store.ts` use. */
export const ACT_INDEXES = { in_tenant: 'tenant_id, id', open: { columns: 'id', where: OPEN } } as const;

export type ActTable = Table<ReturnType<typeof actColumns>>;
export type StoredAct = TableOf<ActTable>;
export type Act = ParsedRowOf<ActTable>;

export const isOver = ({ status }: Pick<Act, 'status'>): boolean => status !== 'queued' && status !== 'running';

export const isUndoing = ({ undo_requested_at }: Pick<Act, 'undo_requested_at'>): boolean => undo_requested_at !== null;

export const UNDOABLE_STATUSES = ['completed', 'failed'] as const satisfies readonly ActStatus[];

export const hasEndedOnce = ({ status }: Pick<Act, 'status'>): boolean =>
  UNDOABLE_STATUSES.some((one) => one === status);

/** On whose behalf an act runs or is undone. */
export const requesterOf = ({ actor, service, ip, userAgent, requestId }: AuditContext, tier: number) => ({
  asked_by: actor?.id ?? null,
  asked_in: actor?.tenantId ?? null,
  asked_by_service: service?.id ?? null,
  tier,
  ip,
  user_agent: userAgent,
  request_id: requestId,
});

export type Requester = ReturnType<typeof requesterOf>;

/** An act that waits for its turn. */
export const queuedAct = (call: AuditedCall, clock: Clock, { tier, total }: Pick<Act, 'tier' | 'total'>) => ({
  ...requesterOf(call.context, tier),
  created_by: call.context.actor?.id ?? null,
  status: 'queued' as const,
  failure: null,
  total,
  undone: 0,
  kept: 0,
  next_place: 0,
  undo_place: 0,
  created_at: resumed(call, clock).at,
  started_at: null,
  finished_at: null,
  undo_requested_at: null,
  undone_at: null,
});

/** From where somebody requested an act, for the export of their data: it is that of whoever asked last. */
export const deviceOf = ({ asked_by, ip, user_agent }: Act, userId: UserId) =>
  asked_by === userId ? { ip, device: user_agent } : { ip: null, device: null };
