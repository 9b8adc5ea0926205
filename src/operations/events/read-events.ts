import { findUsers } from '../../accounts/users/accounts-store.ts';
import type { Application } from '../../openid/applications/application.ts';
import { subjectOf } from '../../openid/applications/provider-ids.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type Event, eventOf, gapOf, type Person, type SealedEvent } from './event.ts';
import { EVENT_NAMES } from './event-catalogue.ts';
import { findChainEnds, listSealedEvents } from './sealed-events-store.ts';
import type { Subscription } from './subscription.ts';

export interface Subscriber {
  readonly subscription: Pick<Subscription, 'types' | 'purpose' | 'starts_after'>;
  readonly application: Pick<Application, 'id' | 'tenant_id' | 'foreign_at'>;
}

export interface Cursor {
  /** Everything up to this place was sent, or is not for the subscription. */
  readonly position: number;
  /** The last event. */
  readonly lastSeq: number;
}

export interface Reading {
  readonly events: readonly Event[];
  /** Where to go on once all of them have arrived. */
  readonly next: Cursor;
  /** The end of the chain. */
  readonly tip: number;
  /** Whose names and addresses the events carry. */
  readonly named: readonly UserId[];
}

/** Records looked through by one statement, and of one reading: who gets few events must not hold up the others. */
const WINDOW = 1000;
const MOST_WINDOWS = 20;

interface ReadDeps {
  readonly db: Db;
  readonly keys: Keyring;
  readonly at: Instant;
}

/** The next events of a subscription in the order of the chain, after a place of it. What is not there any more is told as a gap. */
export async function readEvents(
  deps: ReadDeps,
  subscriber: Subscriber,
  from: Cursor,
  limit: number,
): Promise<Reading> {
  const { db, keys, at } = deps;
  const { subscription, application } = subscriber;
  const { trimmed, tip } = await findChainEnds(db);
  const start = Math.max(trimmed, subscription.starts_after);
  const gaps = from.position < start ? [gapOf(from.lastSeq, start, reasonOf(trimmed, subscription), at)] : [];
  const actions = subscription.types ?? EVENT_NAMES;
  const { tenant_id: tenantId } = application;
  const found: SealedEvent[] = [];
  let position = Math.max(from.position, start);
  for (let windows = 0; windows < MOST_WINDOWS && position < tip && found.length < limit; windows++) {
    const upTo = Math.min(position + WINDOW, tip);
    const left = limit - found.length;
    const rows = await listSealedEvents(db, { after: position, upTo, actions, tenantId, limit: left });
    found.push(...rows);
    position = rows.length === left ? (rows.at(-1)?.seq ?? upTo) : upTo;
  }
  // The log may have been trimmed meanwhile: what went would be missing without a word.
  if ((await findChainEnds(db)).trimmed > start) return readEvents(deps, subscriber, from, limit);
  const personOf = subscription.purpose === null ? undefined : await findPeople(db, found);
  const addressee = { id: application.id, foreign: application.foreign_at !== null };
  let previousSeq = gaps.length > 0 ? start : from.lastSeq;
  const events = found.map((record) => {
    const addressed = { previousSeq, subjectOf: (userId: UserId) => subjectOf(keys, userId, addressee), personOf };
    previousSeq = record.seq;
    return eventOf(record, addressed);
  });
  const isNamed = ({ user_id, tenant_id }: SealedEvent) =>
    user_id !== null && personOf?.(user_id, tenant_id) !== undefined;
  const named = found.filter(isNamed).flatMap(({ user_id }) => user_id ?? []);
  return { events: [...gaps, ...events], next: { position, lastSeq: previousSeq }, tip, named };
}

const reasonOf = (trimmed: number, { starts_after }: Pick<Subscription, 'starts_after'>) =>
  trimmed > starts_after ? 'trimmed' : 'before_start';

/** As they are now, and only of the tenant where the event was: whoever has gone to another one is not its to show. */
async function findPeople(db: Db, records: readonly SealedEvent[]) {
  const ids = new Set(records.flatMap(({ user_id }) => user_id ?? []));
  const users = ids.size === 0 ? [] : await findUsers(db, [...ids]);
  const people = new Map(users.map((user) => [user.id, user]));
  return (userId: UserId, tenantId: TenantId | null): Person | undefined => {
    const user = people.get(userId);
    if (user === undefined || user.tenant_id !== tenantId) return undefined;
    const { ime, prezime, email } = user;
    return { ime, prezime, email };
  };
}
