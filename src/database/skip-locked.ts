import type { SelectQueryBuilder } from 'kysely';
import type { Tx } from './database.ts';
import { engineOf } from './engine-of.ts';
import type { Schema } from './schema.ts';

/** Locks what a query finds, and passes over what others have locked. With one writer at a time nobody else has. */
export const skipLocked = <Tables extends keyof Schema, Row>(
  tx: Tx,
  rows: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> => (engineOf(tx) === 'postgres' ? rows.forUpdate().skipLocked() : rows);
