import type { Compilable } from 'kysely';
import type { Db } from './database.ts';
import { preparedStatement } from './prepared-statement.ts';

/** Finds the rows of some keys; missing keys have no entry in the result. */
export type Lookup<Key extends string, Row> = (db: Db, keys: readonly Key[]) => Promise<readonly Row[]>;

/** Most keys per statement; more are rarely requested in one turn of the event loop. */
const AT_ONCE = 8;

/**
 * A hot-path lookup as two prepared statements: for one key, and for up to eight in one round trip. `build` gets placeholders,
 * several of which may have the same key.
 */
export function preparedLookup<Key extends string, Row>(
  build: (db: Db, keys: readonly Key[]) => Compilable<Row>,
): Lookup<Key, Row> {
  const one = statementFor(1, build);
  const several = statementFor(AT_ONCE, build);
  return async (db, keys) => {
    if (keys.length <= 1) return one(db, keys);
    const trips = Math.ceil(keys.length / AT_ONCE);
    const parts = Array.from({ length: trips }, (_, trip) => keys.slice(trip * AT_ONCE, (trip + 1) * AT_ONCE));
    return (await Promise.all(parts.map((part) => several(db, part)))).flat();
  };
}

function statementFor<Key extends string, Row>(
  size: number,
  build: (db: Db, keys: readonly Key[]) => Compilable<Row>,
): Lookup<Key, Row> {
  const indexes = Array.from({ length: size }, (_, index) => index);
  const statement = preparedStatement((db: Db, keys: readonly Key[]) =>
    build(
      db,
      indexes.map((index) => keys[index] as Key),
    ),
  );
  // Unused placeholders repeat the first key.
  return async (db, keys) =>
    (
      await statement(
        db,
        indexes.map((index) => keys[index] ?? (keys[0] as Key)),
      )
    ).rows;
}
