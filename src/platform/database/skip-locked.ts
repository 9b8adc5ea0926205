import type { SelectQueryBuilder } from 'kysely';
import type { Tx } from './database.ts';
import { engineOf } from './engine-of.ts';
import type { Schema } from './schema.ts';

/** Locks the rows of a query and skips rows that others have locked. A no-op with one writer at a time. */
export const skipLocked = <Tables extends keyof Schema, Row>(
  tx: Tx,
  rows: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> => (engineOf(tx) === 'postgres' ? rows.forUpdate().skipLocked() : rows);
