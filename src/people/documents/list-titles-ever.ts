import type { Db } from '../../platform/database/database.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import * as store from './documents-store.ts';

/** Titles of all documents a tenant has or had. */
export const listTitlesEver = async (db: Db, tenantId: TenantId): Promise<ReadonlySet<string>> =>
  new Set((await store.listTitles(db, tenantId)).map(({ title }) => title));
