import { batched } from './batched-calls.ts';
import type { Db } from './database.ts';
import type { Lookup } from './prepared-lookup.ts';

interface Waiting<Key, Row> extends PromiseWithResolvers<Row | undefined> {
  readonly key: Key;
}

/** Most calls per statement, so that many calls are read over several connections. */
const MOST_TOGETHER = 16;

/**
 * Combines the reads requested in one turn of the event loop: under load, many calls arrive in the same turn. A read starts after
 * the last request it serves, so no result is older than its call.
 */
export function batchedRead<Key extends string, Row>(
  db: Db,
  { one, several }: Lookup<Key, Row>,
  keyOf: (row: Row) => Key,
): (key: Key) => Promise<Row | undefined> {
  const readAll = async (asked: readonly Waiting<Key, Row>[]) => {
    const keys = [...new Set(asked.map(({ key }) => key))];
    const [key] = keys;
    if (keys.length === 1 && key !== undefined) return new Map([[key, await one(db, key)]]);
    return new Map((await several(db, keys)).map((row) => [keyOf(row), row]));
  };
  const ask = batched<Waiting<Key, Row>>(MOST_TOGETHER, (asked) =>
    readAll(asked).then(
      (rows) => {
        for (const { key, resolve } of asked) resolve(rows.get(key));
      },
      (error: unknown) => {
        for (const { reject } of asked) reject(error);
      },
    ),
  );
  return (key) => {
    const waiting = { ...Promise.withResolvers<Row | undefined>(), key };
    ask(waiting);
    return waiting.promise;
  };
}
