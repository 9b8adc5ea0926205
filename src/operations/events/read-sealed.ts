import type { Application } from '../../openid/applications/application.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { Gap, SealedRecord } from './event.ts';
import { findChainEnds, listSealedEvents, type ReadAction } from './sealed-events-store.ts';
import type { Subscription } from './subscription.ts';

export interface Subscriber {
  readonly subscription: Pick<Subscription, 'id' | 'types' | 'purpose' | 'starts_after'>;
  readonly application: Pick<Application, 'id' | 'tenant_id' | 'reach' | 'foreign_at'>;
}

export interface Cursor {
  /** Everything up to this place was sent, or is not for the subscription. */
  readonly position: number;
  /** The last event. */
  readonly lastSeq: number;
}

export interface ReadDeps {
  readonly db: Db;
  readonly keys: Keyring;
  readonly at: Instant;
}

export interface SealedReading<Action extends ReadAction> {
  readonly gap: Gap | undefined;
  readonly records: readonly SealedRecord<Action>[];
  /** The event before the first record: the last one, or the end of the gap. */
  readonly previousSeq: number;
  /** Up to where was looked. */
  readonly position: number;
  /** The end of the chain. */
  readonly tip: number;
}

/** Records looked through by one statement, and of one reading: who gets few events must not hold up the others. */
const WINDOW = 1000;
const MOST_WINDOWS = 20;

interface Wanted<Action extends ReadAction> {
  readonly actions: readonly Action[];
  readonly limit: number;
}

/** The next records of these actions in the order of the chain, after a place of it. */
export async function readSealed<Action extends ReadAction>(
  db: Db,
  subscriber: Subscriber,
  from: Cursor,
  wanted: Wanted<Action>,
): Promise<SealedReading<Action>> {
  const { actions, limit } = wanted;
  const { subscription, application } = subscriber;
  const { trimmed, tip } = await findChainEnds(db);
  const start = Math.max(trimmed, subscription.starts_after);
  const scope = { tenantId: application.tenant_id ?? undefined, below: application.reach === 'below' };
  const found: SealedRecord<Action>[] = [];
  let position = Math.max(from.position, start);
  for (let windows = 0; windows < MOST_WINDOWS && position < tip && found.length < limit; windows++) {
    const upTo = Math.min(position + WINDOW, tip);
    const left = limit - found.length;
    const rows = await listSealedEvents(db, { after: position, upTo, actions, scope, limit: left });
    found.push(...rows);
    position = rows.length === left ? (rows.at(-1)?.seq ?? upTo) : upTo;
  }
  // The log may have been trimmed meanwhile: what went would be missing without a word.
  if ((await findChainEnds(db)).trimmed > start) return readSealed(db, subscriber, from, wanted);
  const hasGap = from.position < start;
  const reason = trimmed > subscription.starts_after ? 'trimmed' : 'before_start';
  return {
    gap: hasGap ? { after: from.lastSeq, upTo: start, reason } : undefined,
    records: found,
    previousSeq: hasGap ? start : from.lastSeq,
    position,
    tip,
  };
}
