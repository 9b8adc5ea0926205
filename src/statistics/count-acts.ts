import type { AuditAction } from '../audit/catalogue.ts';
import type { Db } from '../database/database.ts';
import { instantAt } from '../kernel/clock.ts';
import { days, hours, type Milliseconds } from '../kernel/durations.ts';

/** How often an action was recorded on a UTC day; for a tenant or for all. */
export interface ActsOfDay {
  readonly day: string;
  readonly count: (...actions: readonly CountedAction[]) => number;
}

interface Counted {
  readonly tenant_id: number | null;
  readonly action: string;
  readonly count: number;
}

const COUNTED = [
  ...(['login.ok', 'google.login', 'login.fail', 'login.2fa_fail', 'login.locked'] as const),
  ...(['user.create', '2fa.verify.ok', '2fa.disable', 'user.2fa.reset'] as const),
] as const satisfies readonly AuditAction[];
export type CountedAction = (typeof COUNTED)[number];

/** By then whatever happened on a day has been committed. */
const SETTLED_AFTER = hours(1);

/**
 * Counts acts of the last `window` UTC days, oldest first. The audit log is append-only, so a day that is over is counted
 * once, for every tenant; the figures of the newest days alone are asked for again.
 */
export function actCounter(db: Db, window: number) {
  const settled = new Map<string, readonly Counted[]>();
  return async (tenantId: number | undefined, now: Milliseconds): Promise<ActsOfDay[]> => {
    const result: ActsOfDay[] = [];
    for (let age = window - 1; age >= 0; age--) {
      const day = instantAt(now - days(age)).slice(0, 10);
      const rows = settled.get(day) ?? (await countDay(db, day));
      if (Date.parse(day) + days(1) + SETTLED_AFTER <= now) settled.set(day, rows);
      result.push(actsOf(day, tenantId === undefined ? rows : rows.filter((row) => row.tenant_id === tenantId)));
    }
    for (const day of settled.keys()) if (day < (result[0]?.day ?? '')) settled.delete(day);
    return result;
  };
}

/** Every action of the day is counted, and few are kept: asked for by name, SQLite would take the index by action. */
async function countDay(db: Db, day: string): Promise<Counted[]> {
  const all = db
    .selectFrom('audit_records')
    .select(['tenant_id', 'action', ({ fn }) => fn.countAll<number>().as('count')])
    .where('at', '>=', day)
    .where('at', '<', `${day}T24`)
    .groupBy(['tenant_id', 'action']);
  return (await all.execute()).filter(({ action }) => (COUNTED as readonly string[]).includes(action));
}

const actsOf = (day: string, rows: readonly Counted[]): ActsOfDay => ({
  day,
  count: (...actions) =>
    rows
      .filter(({ action }) => (actions as readonly string[]).includes(action))
      .reduce((sum, { count }) => sum + count, 0),
});

/** From when on the figures of a tenant, or of all, are whole: before it the tenant or the log was not there. */
export async function findBeginning(db: Db, tenantId: number | undefined): Promise<string | undefined> {
  const log = await db.selectFrom('audit_records').select('at').orderBy('at').limit(1).executeTakeFirst();
  if (tenantId === undefined || log === undefined) return log?.at;
  const tenant = await db.selectFrom('tenants').select('created_at').where('id', '=', tenantId).executeTakeFirst();
  return tenant && tenant.created_at > log.at ? tenant.created_at : log.at;
}
