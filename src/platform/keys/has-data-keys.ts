import type { Db } from '../database/database.ts';
import { listDataKeys } from './data-key-store.ts';

/** Whether a service was ever started on this store. */
export const hasDataKeys = async (db: Db): Promise<boolean> => (await listDataKeys(db)).length > 0;
