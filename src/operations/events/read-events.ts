import { findUsers } from '../../accounts/users/accounts-store.ts';
import { listMembershipStandings } from '../../accounts/users/memberships-store.ts';
import { subjectOf } from '../../openid/applications/provider-ids.ts';
import type { Db } from '../../platform/database/database.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { type Event, eventOf, gapOf, type Person, type SealedEvent } from './event.ts';
import { EVENT_NAMES } from './event-catalogue.ts';
import { type Cursor, type ReadDeps, readSealed, type Subscriber } from './read-sealed.ts';

export interface Reading {
  readonly events: readonly Event[];
  /** Where to go on once all of them have arrived. */
  readonly next: Cursor;
  /** The end of the chain. */
  readonly tip: number;
  /** Whose names and addresses the events carry. */
  readonly named: readonly UserId[];
}

/** The next events of a subscription in the order of the chain, after a place of it. What is not there any more is told as a gap. */
export async function readEvents(
  { db, keys, at }: ReadDeps,
  subscriber: Subscriber,
  from: Cursor,
  limit: number,
): Promise<Reading> {
  const { subscription, application } = subscriber;
  const actions = subscription.types ?? EVENT_NAMES;
  const { gap, records, position, tip, ...reading } = await readSealed(db, subscriber, from, { actions, limit });
  const personOf = subscription.purpose === null ? undefined : await findPeople(db, records);
  const addressee = { id: application.id, foreign: application.foreign_at !== null };
  let { previousSeq } = reading;
  const events = records.map((record) => {
    const addressed = { previousSeq, subjectOf: (userId: UserId) => subjectOf(keys, userId, addressee), personOf };
    previousSeq = record.seq;
    return eventOf(record, addressed);
  });
  const isNamed = ({ user_id, tenant_id }: SealedEvent) =>
    user_id !== null && personOf?.(user_id, tenant_id) !== undefined;
  const named = records.filter(isNamed).flatMap(({ user_id }) => user_id ?? []);
  const gaps = gap === undefined ? [] : [gapOf(gap, at)];
  return { events: [...gaps, ...events], next: { position, lastSeq: previousSeq }, tip, named };
}

/** As they are now, and only of the tenant where the event was: whoever has gone to another one is not its to show. */
async function findPeople(db: Db, records: readonly SealedEvent[]) {
  const ids = new Set(records.flatMap(({ user_id }) => user_id ?? []));
  const users = ids.size === 0 ? [] : await findUsers(db, [...ids]);
  const people = new Map(users.map((user) => [user.id, user]));
  const standings = ids.size === 0 ? [] : await listMembershipStandings(db, [...ids]);
  const isThere = (userId: UserId, tenantId: TenantId | null) =>
    standings.some((one) => one.user_id === userId && one.tenant_id === tenantId && one.state !== 'ended');
  return (userId: UserId, tenantId: TenantId | null): Person | undefined => {
    const user = people.get(userId);
    if (user === undefined || (user.tenant_id !== tenantId && !isThere(userId, tenantId))) return undefined;
    const { ime, prezime, email } = user;
    return { ime, prezime, email };
  };
}
