type Waiting<Row> = PromiseWithResolvers<Row | undefined>;

/**
 * Combines the reads requested in one turn of the event loop into one: under load, many calls arrive in the same turn. The
 * read starts after the last request, so no result is older than its call.
 */
export function gatheredRead<Key extends string, Row>(
  lookup: (keys: readonly Key[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): (key: Key) => Promise<Row | undefined> {
  let asked = new Map<Key, Waiting<Row>>();
  const begin = () => {
    const now = asked;
    asked = new Map();
    lookup([...now.keys()]).then(
      (rows) => {
        for (const row of rows) now.get(keyOf(row))?.resolve(row);
        for (const { resolve } of now.values()) resolve(undefined); // keys without a row
      },
      (error: unknown) => {
        for (const { reject } of now.values()) reject(error);
      },
    );
  };
  return (key) => {
    if (asked.size === 0) setImmediate(begin);
    const waiting = asked.get(key) ?? Promise.withResolvers<Row | undefined>();
    asked.set(key, waiting);
    return waiting.promise;
  };
}
