import type { Db } from '../database/database.ts';
import { fromJson } from '../database/json-column.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { AuditAction } from './audit-actions.ts';

/** The background job that last did one of these acts to somebody; `undefined` where it was no job, or nobody did. */
export async function newestJobOf(db: Db, userId: UserId, actions: readonly AuditAction[]): Promise<unknown> {
  const acts = db.selectFrom('audit_records').select('meta').where('user_id', '=', userId);
  const newest = await acts.where('action', 'in', actions).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return newest && fromJson(newest.meta).job_id;
}
