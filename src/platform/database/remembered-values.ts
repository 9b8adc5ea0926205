import { keepNewest } from '../kernel/keep-newest.ts';
import type { Database } from './database.ts';

const MOST = 500;

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
        keepNewest(known.values, MOST);
      },
    };
  };
}
