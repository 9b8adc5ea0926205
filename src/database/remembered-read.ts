import { keepNewest } from '../kernel/keep-newest.ts';
import type { Database } from './database.ts';
import { gatheredRead } from './gathered-read.ts';
import type { Lookup } from './prepared-lookup.ts';

const MOST = 2000;

/**
 * Spares a read whose answer cannot have changed: what was read is kept while nobody has committed anything, and that is
 * asked of the store at every call. So an answer is never older than the call, and no revocation is outlived. Where the store
 * cannot be asked for less than a read, the calls of one turn of the loop read together.
 */
export function rememberedRead<Key extends string, Row>(
  { version, read }: Pick<Database, 'version' | 'read'>,
  lookup: Lookup<Key, Row>,
  keyOf: (row: Row) => Key,
): (key: Key) => Row | undefined | Promise<Row | undefined> {
  if (version === undefined) return gatheredRead((keys) => lookup(read, keys), keyOf);
  const rows = new Map<Key, Row>();
  let keptAt: number | undefined;
  return (key) => {
    const now = version();
    if (now !== keptAt) rows.clear();
    keptAt = now;
    return (
      rows.get(key) ??
      lookup(read, [key]).then(([row]) => {
        // Who asked meanwhile may have found a newer version, which this row was perhaps read before.
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
