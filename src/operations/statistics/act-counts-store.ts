import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import type { Db } from '../../platform/database/database.ts';
import { liesIn, type TenantScope } from '../../platform/database/tenant-scope.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { isOneOf } from '../../platform/kernel/unchecked.ts';

/** How often an action was recorded for a tenant. */
export interface ActCount {
  readonly tenant_id: TenantId | null;
  readonly action: string;
  readonly count: number;
}

const COUNTED = [
  ...(['login.ok', 'google.login', 'identity.login', 'login.fail', 'login.2fa_fail', 'login.locked'] as const),
  ...(['2fa.verify.ok', '2fa.disable', 'user.2fa.reset'] as const),
] as const satisfies readonly AuditAction[];
export type CountedAction = (typeof COUNTED)[number];

/** Counts every action of the day and keeps a few: filtering by name would make SQLite use the index by action. */
export async function countActsBetween(db: Db, from: Instant, to: Instant): Promise<ActCount[]> {
  const all = db
    .selectFrom('audit_records')
    .select(['tenant_id', 'action', ({ fn }) => fn.countAll<number>().as('count')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy(['tenant_id', 'action']);
  return (await all.execute()).filter(({ action }) => isOneOf(COUNTED, action));
}

/** The instant from which the figures are complete: before that the tenant or the log did not exist. */
export async function findBeginning(db: Db, tenantId: TenantId | undefined): Promise<string | undefined> {
  const log = await db.selectFrom('audit_records').select('at').orderBy('at').limit(1).executeTakeFirst();
  if (tenantId === undefined || log === undefined) return log?.at;
  const tenant = await db.selectFrom('tenants').select('created_at').where('id', '=', tenantId).executeTakeFirst();
  return tenant && tenant.created_at > log.at ? tenant.created_at : log.at;
}

/** `undefined`: every tenant, and acts of none. */
export async function findTenantsIn(db: Db, scope: TenantScope): Promise<ReadonlySet<TenantId> | undefined> {
  if (scope.tenantId === undefined) return undefined;
  const tenants = await db.selectFrom('tenants').select('id').where(liesIn(scope, 'id')).execute();
  return new Set(tenants.map(({ id }) => id));
}
