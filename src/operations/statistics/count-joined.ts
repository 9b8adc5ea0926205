import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';

/** People who joined and still have an account; those removed by an undone import or deleted do not count. */
export interface Joined {
  readonly last: number;
  readonly before: number;
}

/** Since `from`, and between `earlier` and `from`. */
export async function countJoined(
  db: Db,
  tenantId: TenantId | undefined,
  { from, earlier }: { readonly from: Instant; readonly earlier: Instant },
): Promise<Joined> {
  const all = db
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<number>().as('both'),
      sql<number | null>`sum(case when created_at >= ${from} then 1 else 0 end)`.as('last'),
    ])
    .where('created_at', '>=', earlier)
    .where('status', '<>', 'deleted');
  const mine = tenantId === undefined ? all : all.where('tenant_id', '=', tenantId);
  const { both, last } = await mine.executeTakeFirstOrThrow();
  return { last: last ?? 0, before: both - (last ?? 0) };
}
