import { sessionIdFor, subjectOf } from '../../openid/applications/provider-ids.ts';
import { fromJson } from '../../platform/database/json-column.ts';
import { epochOf, type Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type Gap, placeIdOf, type SealedEvent, type SealedRecord } from './event.ts';
import { type Cursor, type ReadDeps, readSealed, type Subscriber } from './read-sealed.ts';
import type { ReadAction } from './sealed-events-store.ts';
import { gapEventOf, STREAM_UPDATED_EVENT, setCatalogue, setNamesOf, VERIFICATION_EVENT } from './set-catalogue.ts';
import type { Stream } from './stream.ts';
import type { Subscription } from './subscription.ts';

/** A security event token (RFC 8417) without what its issue adds: who issues it to whom, and when. */
export interface SetContent {
  readonly seq: number;
  /** The same however often it is sent. */
  readonly jti: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface SetReading {
  readonly sets: readonly SetContent[];
  /** Where to go on once all of them were taken. */
  readonly next: Cursor;
  readonly tip: number;
}

export interface StreamSubscriber extends Subscriber {
  readonly stream: Pick<Stream, 'verification' | 'state'>;
}

interface ReadSetDeps extends ReadDeps {
  readonly issuer: string;
}

/** The next tokens of a stream in the order of the chain, after a place of it. */
export async function readSets(
  deps: ReadSetDeps,
  subscriber: StreamSubscriber,
  from: Cursor,
  limit: number,
): Promise<SetReading> {
  const { subscription } = subscriber;
  const actions: ReadAction[] = [...setNamesOf(subscription.types), 'subscription.verify', 'subscription.update'];
  const { gap, records, position, tip, ...reading } = await readSealed(deps.db, subscriber, from, { actions, limit });
  let { previousSeq } = reading;
  const sets = records.flatMap((record) => {
    const content = contentOf(deps, subscriber, record);
    if (content === undefined) return [];
    const { seq, hash, at, tenant_id, request_id: txn } = record;
    const place = { seq, hash, previous_seq: previousSeq, tenant_id };
    previousSeq = seq;
    const cause = { toe: secondsOf(at), ...(txn === null ? {} : { txn }) };
    return [{ seq, jti: placeIdOf(record), claims: { ...cause, ...content, iskaznica_place: place } }];
  });
  const gaps = gap === undefined ? [] : [gapSet(deps.issuer, subscription.id, gap)];
  return { sets: [...gaps, ...sets], next: { position, lastSeq: previousSeq }, tip };
}

const secondsOf = (at: Instant): number => Math.floor(epochOf(at) / 1000);

interface Content {
  readonly sub_id: object;
  readonly events: Readonly<Record<string, object>>;
}

const contentOf = (deps: ReadSetDeps, subscriber: StreamSubscriber, record: SealedRecord<ReadAction>) =>
  isEvent(record) ? eventContentOf(deps, subscriber, record) : ownContentOf(subscriber, record);

const isEvent = (record: SealedRecord<ReadAction>): record is SealedEvent =>
  record.action !== 'subscription.verify' && record.action !== 'subscription.update';

const ofStream = (id: string) => ({ format: 'opaque', id });

/** What concerns the stream itself. A verification that a later one took the place of is not sent. */
function ownContentOf(
  { subscription, stream }: StreamSubscriber,
  record: SealedRecord<ReadAction>,
): Content | undefined {
  const meta = fromJson(record.meta);
  if (meta.subscription_id !== subscription.id) return undefined;
  const sub_id = ofStream(subscription.id);
  if (record.action === 'subscription.verify') {
    if (meta.verification !== stream.verification) return undefined;
    return { sub_id, events: { [VERIFICATION_EVENT]: stream.state === null ? {} : { state: stream.state } } };
  }
  // A pause is told at once (`pauseSetsOf`), and old by the time that its record has its turn.
  return meta.state === 'active' ? { sub_id, events: { [STREAM_UPDATED_EVENT]: { status: 'enabled' } } } : undefined;
}

/** CAEP 1.0 §2 and RISC 1.0 §2, of a person as the application knows them. */
function eventContentOf(
  { keys, issuer }: ReadSetDeps,
  { application }: StreamSubscriber,
  { action, user_id, meta: text, at }: SealedEvent,
): Content | undefined {
  const type = setCatalogue[action];
  const meta = fromJson(text);
  const members = type?.members(meta);
  if (type === undefined || members === undefined || user_id === null) return undefined;
  const user = personId(keys, user_id, { issuer, application });
  const { sid } = meta;
  const session = typeof sid === 'string' ? ofStream(sessionIdFor(keys, application.id, sid)) : undefined;
  return {
    // One sign-in of several: without it the event would say that all of them have ended.
    sub_id: session === undefined ? user : { format: 'complex', user, session },
    events: { [type.uri]: { event_timestamp: secondsOf(at), ...members } },
  };
}

interface KnownTo extends Pick<StreamSubscriber, 'application'> {
  readonly issuer: string;
}

/** RFC 9493 §3.2.3 */
const personId = (keys: Keyring, userId: UserId, { issuer, application }: KnownTo) => ({
  format: 'iss_sub',
  iss: issuer,
  sub: subjectOf(keys, userId, { id: application.id, foreign: application.foreign_at !== null }),
});

const gapSet = (issuer: string, streamId: string, { after, upTo, reason }: Gap): SetContent => ({
  seq: upTo,
  jti: `gap_${upTo}_${after}`,
  claims: {
    sub_id: ofStream(streamId),
    events: { [gapEventOf(issuer)]: { after, up_to: upTo, reason } },
    iskaznica_place: { seq: upTo, hash: null, previous_seq: after, tenant_id: null },
  },
});

/** What the receiver of a paused stream is still told; it has no place in the chain. */
export const pauseSetsOf = ({ id, position, pause_notice: jti }: Subscription): SetContent[] => {
  if (jti === null) return [];
  const events = { [STREAM_UPDATED_EVENT]: { status: 'paused', reason: 'administrator' } };
  return [{ seq: position, jti, claims: { sub_id: ofStream(id), events } }];
};

/** Says nothing but that the way is open; an administrator sends it to try an address. */
export const testSetAt = (streamId: string, seq: number, at: Instant): SetContent => ({
  seq,
  jti: `test_${seq}_${epochOf(at)}`,
  claims: { sub_id: ofStream(streamId), events: { [VERIFICATION_EVENT]: {} } },
});
