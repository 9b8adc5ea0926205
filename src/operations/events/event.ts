import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import type { AuditMeta, ChainedRecord } from '../../platform/audit/audit-chain.ts';
import { fromJson } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { type EventName, type EventType, eventCatalogue } from './event-catalogue.ts';

/** A record and its place in the chain. */
export interface SealedRecord<Action extends AuditAction> {
  readonly seq: number;
  readonly hash: string;
  readonly at: Instant;
  readonly action: Action;
  readonly tenant_id: TenantId | null;
  readonly user_id: UserId | null;
  readonly meta: ChainedRecord['meta'];
  readonly request_id: ChainedRecord['request_id'];
}

/** A sealed record that may leave as an event. */
export type SealedEvent = SealedRecord<EventName>;

/** Why records between two places of the chain are not sent. */
type GapReason = 'trimmed' | 'before_start';

/** What lies before an event, and is not there any more. */
export interface Gap {
  readonly after: number;
  readonly upTo: number;
  readonly reason: GapReason;
}

export interface Person {
  readonly ime: string;
  readonly prezime: string;
  readonly email: string;
}

/** An event as both forms send it: the payload of Standard Webhooks 1.0. */
export interface Event {
  readonly type: EventName | 'events.gap' | 'events.test';
  readonly timestamp: Instant;
  readonly data: {
    /** Its place in the chain; of a gap, the last place that is missing. */
    readonly seq: number;
    /** The hash of its record: `docs/audit-chain.md` says of what. Null for a gap. */
    readonly hash: string | null;
    /** The event before it. Between them lies none that the subscription would have got. */
    readonly previous_seq: number;
    readonly version: number;
    /** The tenant at the time of the event. */
    readonly tenant_id: TenantId | null;
    /** The person concerned, as the application knows them. */
    readonly sub: string | null;
    readonly details: Readonly<Record<string, unknown>>;
    /** Only for subscriptions with a purpose; null when the person is gone or belongs to another tenant by now. */
    readonly person?: Person | null;
  };
}

interface Addressed {
  readonly previousSeq: number;
  readonly subjectOf: (userId: UserId) => string;
  /** Undefined for a subscription without a purpose. */
  readonly personOf: ((userId: UserId, tenantId: TenantId | null) => Person | undefined) | undefined;
}

export function eventOf(
  { seq, hash, at, action, tenant_id, user_id, meta }: SealedEvent,
  { previousSeq, subjectOf, personOf }: Addressed,
): Event {
  const { version, details = {} }: EventType = eventCatalogue[action];
  return {
    type: action,
    timestamp: at,
    data: {
      seq,
      hash,
      previous_seq: previousSeq,
      version,
      tenant_id,
      sub: user_id === null ? null : subjectOf(user_id),
      details: detailsOf(fromJson(meta), details, subjectOf),
      ...(personOf === undefined ? {} : { person: user_id === null ? null : (personOf(user_id, tenant_id) ?? null) }),
    },
  };
}

/** Without the members that an erasure took from the record. */
const detailsOf = (meta: AuditMeta, wanted: NonNullable<EventType['details']>, subjectOf: Addressed['subjectOf']) =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([member, how]) => {
      const value = meta[member];
      if (value === undefined || value === null) return [];
      if (how === 'subject') return [[member, subjectOf(Number(value))]];
      return [[member, how === 'names' ? Object.keys(value) : value]];
    }),
  );

export const gapOf = ({ after, upTo, reason }: Gap, at: Instant): Event => ({
  type: 'events.gap',
  timestamp: at,
  data: {
    seq: upTo,
    hash: null,
    previous_seq: after,
    version: 1,
    tenant_id: null,
    sub: null,
    details: { after, up_to: upTo, reason },
  },
});

export const testEventAt = (seq: number, at: Instant): Event => ({
  type: 'events.test',
  timestamp: at,
  data: { seq, hash: null, previous_seq: seq, version: 1, tenant_id: null, sub: null, details: {} },
});

/**
 * The same for every attempt at an event, and for no other: a restored backup gives its place to another record, with another
 * hash.
 */
export const eventIdOf = ({ type, timestamp, data: { seq, hash, previous_seq } }: Event): string =>
  hash === null
    ? `${type.slice('events.'.length)}_${seq}_${previous_seq}_${Date.parse(timestamp)}`
    : placeIdOf({ seq, hash });

export const placeIdOf = ({ seq, hash }: Pick<SealedEvent, 'seq' | 'hash'>): string =>
  `evt_${seq}_${hash.slice(0, 22)}`;
