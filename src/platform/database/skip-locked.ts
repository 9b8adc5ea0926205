import { type SelectQueryBuilder, sql } from 'kysely';
import { eachEngine } from './each-engine.ts';
import type { Schema } from './schema.ts';

/** Locks the rows of a query and skips rows that others have locked. A no-op with one writer at a time. */
export const skipLocked = <Tables extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> =>
  rows.modifyEnd(eachEngine({ sqlite: () => sql``, postgres: () => sql`for update skip locked` }));

/** Locks the rows of a query as an update would, one after the other in its order. A no-op with one writer at a time. */
export const lockedRows = <Tables extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> =>
  rows.modifyEnd(eachEngine({ sqlite: () => sql``, postgres: () => sql`for no key update` }));
