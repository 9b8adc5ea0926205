import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { type Stream, streamsTable, VERIFICATION_INTERVAL } from './stream.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    event_streams: TableOf<typeof streamsTable>;
  }
}

const streamJson = jsonOf(streamsTable);

export async function getStream(db: Db, subscriptionId: string): Promise<Stream> {
  const found = db.selectFrom('event_streams').selectAll().where('subscription_id', '=', subscriptionId);
  return streamJson.read(await found.executeTakeFirstOrThrow());
}

export async function addStream(tx: Tx, stream: Stream): Promise<void> {
  await tx.insertInto('event_streams').values(streamJson.write(stream)).execute();
}

export async function changeStream(tx: Tx, subscriptionId: string, change: Partial<Stream>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx
    .updateTable('event_streams')
    .set(streamJson.write(change))
    .where('subscription_id', '=', subscriptionId)
    .execute();
}

/** True if the last verification was long enough ago. One of several calls at once gets it. */
export async function takeVerification(
  tx: Tx,
  subscriptionId: string,
  { verification, state, at }: { readonly verification: string; readonly state: string | null; readonly at: Instant },
): Promise<boolean> {
  const taken = tx
    .updateTable('event_streams')
    .set({ verification, state, verified_at: at })
    .where('subscription_id', '=', subscriptionId)
    .where(({ or, eb }) =>
      or([
        eb('verified_at', 'is', null),
        eb('verified_at', '<=', instantAt(epochOf(at) - VERIFICATION_INTERVAL)),
        eb('verified_at', '>', at), // by a clock that was ahead
      ]),
    );
  return (await taken.executeTakeFirstOrThrow()).numUpdatedRows > 0;
}
