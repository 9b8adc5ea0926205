import { defineTable, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import type { EventName } from './event-catalogue.ts';
import { namesOfUris } from './set-catalogue.ts';
import type { Subscription } from './subscription.ts';

/** SSF 1.0 §8.1.2. `disabled`: nothing is held for later. */
export const STREAM_STATUSES = ['enabled', 'paused', 'disabled'] as const;
export type StreamStatus = (typeof STREAM_STATUSES)[number];

/** How often a receiver may ask for a verification event. */
export const VERIFICATION_INTERVAL = seconds(60);

/** What a subscription that is a stream of SSF 1.0 has beyond others: what its receiver said. */
export const streamsTable = defineTable(
  'event_streams',
  {
    subscription_id: text().references('event_subscriptions', 'id', 'cascade'),
    /** The URIs that it asked for, also those that nobody here knows; null: all. */
    requested: json<readonly string[]>().orNull(),
    description: text().orNull(),
    /** As the receiver set it; `enabled` where an administrator paused or resumed it since. */
    status: text<StreamStatus>(),
    reason: text().orNull(),
    /** Of `ssf_poll`: events after `position` that were acknowledged before others that come first. */
    acked: json<readonly number[]>(),
    /** The last verification that was asked for: the name in its record, what is echoed, and when. */
    verification: text().orNull(),
    state: text().orNull(),
    verified_at: text<Instant>().orNull(),
    /** The types that an administrator chose, within which its receiver chooses; null: all. */
    allowed: json<readonly EventName[]>().orNull(),
  },
  { key: 'subscription_id', personal: { nobody: 'how a receiver wants its events' } },
);

export type Stream = ParsedRowOf<typeof streamsTable>;

export const newStream = (subscriptionId: string): Stream => ({
  subscription_id: subscriptionId,
  requested: null,
  description: null,
  status: 'enabled',
  reason: null,
  acked: [],
  verification: null,
  state: null,
  verified_at: null,
  allowed: null,
});

/** What a stream carries: what its receiver asked for, as far as it is allowed. */
export function typesOf({ requested, allowed }: Pick<Stream, 'requested' | 'allowed'>): Subscription['types'] {
  const asked = requested === null ? null : namesOfUris(requested);
  if (allowed === null || asked === null) return asked ?? allowed;
  return asked.filter((name) => allowed.includes(name));
}

/** Whether its receiver stopped it, and may start it again. */
const isStoppedByReceiver = ({ state }: Pick<Subscription, 'state'>, { status }: Pick<Stream, 'status'>): boolean =>
  state === 'paused' && status !== 'enabled';

/** Whether an administrator has decided about it, which its receiver would undo by making another. */
export const isDecided = (subscription: Pick<Subscription, 'state'>, stream: Pick<Stream, 'status' | 'allowed'>) =>
  stream.allowed !== null || isHeld(subscription, stream);

/** Stopped here, by an administrator or by a restore: not for its receiver to undo. */
export const isHeld = (subscription: Pick<Subscription, 'state'>, stream: Pick<Stream, 'status'>): boolean =>
  subscription.state === 'restored' || (subscription.state === 'paused' && !isStoppedByReceiver(subscription, stream));

export function statusOf(
  subscription: Pick<Subscription, 'state'>,
  stream: Pick<Stream, 'status' | 'reason'>,
): { status: StreamStatus; reason: string | null } {
  const { state } = subscription;
  if (state === 'active') return { status: 'enabled', reason: null };
  if (isStoppedByReceiver(subscription, stream)) return { status: stream.status, reason: stream.reason };
  return state === 'paused' ? { status: 'paused', reason: 'administrator' } : { status: 'disabled', reason: state };
}
