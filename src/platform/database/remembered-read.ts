import { keepNewest } from '../kernel/keep-newest.ts';
import { batched } from './batched-calls.ts';
import type { Database, Db } from './database.ts';
import type { Lookup } from './prepared-statement.ts';

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

interface Waiting<Key, Row> extends PromiseWithResolvers<Row | undefined> {
  readonly key: Key;
}

/** Most calls per statement, so that many calls are read over several connections. */
const MOST_TOGETHER = 16;

/**
 * Combines the reads requested in one turn of the event loop: under load, many calls arrive in the same turn. A read starts after
 * the last request it serves, so no result is older than its call.
 */
function batchedRead<Key extends string, Row>(
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

const MOST_VALUES = 500;

/** Values that were read from a store, for as long as nobody commits anything. */
export interface RememberedValues<Value> {
  find(key: string): Value | undefined;
  /** Keeps a value that was read after `find`. */
  keep(key: string, value: Value): void;
}

/**
 * What is read again and again and takes long, such as totals of lists. At every call the store's version is compared, as in
 * `rememberedRead`; a store without a version keeps nothing.
 */
export function rememberedValues<Value>(): (store: Pick<Database, 'version'>) => RememberedValues<Value> {
  const kept = new WeakMap<() => number, { at: number; readonly values: Map<string, Value> }>();
  return ({ version }) => {
    if (version === undefined) return { find: () => undefined, keep: () => {} };
    const now = version();
    const known = kept.get(version) ?? { at: now, values: new Map() };
    if (known.at !== now) known.values.clear();
    known.at = now;
    kept.set(version, known);
    return {
      find: (key) => known.values.get(key),
      keep: (key, value) => {
        if (known.at !== now) return; // a later call saw a newer version, than which this value may be older
        known.values.set(key, value);
        keepNewest(known.values, MOST_VALUES);
      },
    };
  };
}
