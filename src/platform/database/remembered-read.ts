import { keepNewest } from '../kernel/keep-newest.ts';
import { batchedRead } from './batched-read.ts';
import type { Database } from './database.ts';
import type { Lookup } from './prepared-lookup.ts';

const MOST = 2000;

/**
 * Caches reads while nobody commits anything. At every call the store's version is compared, so that no result is older than
 * the call, and no cached row outlives a revocation. For a store without a version, the calls of one turn of the event loop
 * share a read.
 */
export function rememberedRead<Key extends string, Row>(
  { version, read }: Pick<Database, 'version' | 'read'>,
  lookup: Lookup<Key, Row>,
  keyOf: (row: Row) => Key,
): (key: Key) => Row | undefined | Promise<Row | undefined> {
  if (version === undefined) return batchedRead(read, lookup, keyOf);
  const rows = new Map<Key, Row>();
  let keptAt: number | undefined;
  return (key) => {
    const now = version();
    if (now !== keptAt) rows.clear();
    keptAt = now;
    return (
      rows.get(key) ??
      lookup.one(read, key).then((row) => {
        // Keep the row only if no later call saw a newer version, since the row may be older than that.
        if (row !== undefined && keptAt === now) keep(rows, key, row);
        return row;
      })
    );
  };
}

function keep<Key, Row>(rows: Map<Key, Row>, key: Key, row: Row): void {
  rows.set(key, row);
  keepNewest(rows, MOST);
}
