import { keepNewest } from '../kernel/keep-newest.ts';
import type { Database } from './database.ts';

const MOST = 2000;

/**
 * Spares a read whose answer cannot have changed: what was read is kept while nobody has committed anything, and that is
 * asked of the store at every call. So an answer is never older than the call, and no revocation is outlived. Where the store
 * cannot be asked for less than a read, each call reads.
 */
export function rememberedRead<Row>(
  { version }: Pick<Database, 'version'>,
  read: (key: string) => Promise<Row | undefined>,
): (key: string) => Row | undefined | Promise<Row | undefined> {
  if (version === undefined) return read;
  const rows = new Map<string, Row>();
  let keptAt: number | undefined;
  return (key) => {
    const now = version();
    if (now !== keptAt) rows.clear();
    keptAt = now;
    return (
      rows.get(key) ??
      read(key).then((row) => {
        // Who asked meanwhile may have found a newer version, which this row was perhaps read before.
        if (row !== undefined && keptAt === now) keep(rows, key, row);
        return row;
      })
    );
  };
}

function keep<Row>(rows: Map<string, Row>, key: string, row: Row): void {
  rows.set(key, row);
  keepNewest(rows, MOST);
}
