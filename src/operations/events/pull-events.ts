import { recordBeforeSending } from '../../accounts/recipients/note-recipient.ts';
import { findApplication } from '../../openid/applications/applications-store.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Clock, nowOf } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type Reading, readEvents } from './read-events.ts';
import { findPullSubscription, recordReading } from './subscriptions-store.ts';

export interface PullDeps {
  readonly database: Database;
  readonly keys: Keyring;
  readonly clock: Clock;
}

/**
 * The next events of a service after the last one that it has, by its word. Reading takes nothing away: whoever asks again with the
 * same `after` gets the same. @throws AppError 404, 409
 */
export async function pullEvents(
  { database, keys, clock }: PullDeps,
  { service }: AnyCaller,
  { after, limit }: { readonly after: number | undefined; readonly limit: number },
): Promise<Reading> {
  const db = database.read;
  const found = service === undefined ? undefined : await findPullSubscription(db, service.id);
  const application = found && (await findApplication(db, found.application_id));
  if (found === undefined || application === undefined || found.state !== 'active')
    throw new AppError('subscriptions.not_found');
  const lastSeq = after ?? found.last_seq;
  // Up to `position` nothing follows the last event, so only from there on need be looked.
  const position = lastSeq === found.last_seq ? found.position : lastSeq;
  const reading = await readEvents(
    { db, keys, at: nowOf(clock) },
    { subscription: found, application },
    { position, lastSeq },
    limit,
  );
  if (lastSeq > reading.tip) throw new AppError('events.ahead');
  await recordBeforeSending(database, { application, userIds: reading.named, by: 'subscription', at: nowOf(clock) });
  const read = { last_seq: lastSeq, position: reading.events.length === 0 ? reading.next.position : position };
  if (read.last_seq !== found.last_seq || read.position !== found.position)
    await database.transaction((tx) => recordReading(tx, found.id, read));
  return reading;
}
