import type { Db } from '../database/database.ts';
import * as store from './documents-store.ts';

/** Titles of all documents that a tenant has or had. */
export const listTitlesEver = async (db: Db, tenantId: number): Promise<ReadonlySet<string>> =>
  new Set((await store.listTitles(db, tenantId)).map(({ title }) => title));
