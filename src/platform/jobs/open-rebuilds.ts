import type { Db } from '../database/database.ts';
import type { RebuildRow } from './rebuilds-store.ts';

/** The rebuilds under way. */
export const listOpenRebuilds = (db: Db): Promise<Pick<RebuildRow, 'what' | 'done' | 'total'>[]> =>
  db.selectFrom('rebuilds').select(['what', 'done', 'total']).where('ended_at', 'is', null).orderBy('what').execute();
