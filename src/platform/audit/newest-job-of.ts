import type { Db } from '../database/database.ts';
import { fromJson } from '../database/json-column.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { AuditAction } from './audit-actions.ts';

/** The background job that last did one of these acts to a person; `undefined` if the last act was not by a job. */
export async function newestJobOf(db: Db, userId: UserId, actions: readonly AuditAction[]): Promise<unknown> {
  const acts = db.selectFrom('audit_records').select('meta').where('user_id', '=', userId);
  const newest = await acts.where('action', 'in', actions).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return newest && fromJson(newest.meta).job_id;
}
