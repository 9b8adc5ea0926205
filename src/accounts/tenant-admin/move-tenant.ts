import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { MOST_LEVELS } from '../tenants/tenant-ancestors.ts';
import { changeParent, findPath, holdTree, measureSubtree } from '../tenants/tenant-tree-store.ts';
import { findTenant } from '../tenants/tenants-store.ts';
import { countPeopleIn, findViewers, type Viewers } from './viewers-store.ts';

/** What a move does, or would do. */
export interface Move {
  readonly tenant: Tenant;
  /** How many tenants move, the one named included, and how many people are in them. */
  readonly tenants: number;
  readonly people: number;
  /** Who sees the people there afterwards and did not before, and the other way round. */
  readonly gain: Viewers;
  readonly lose: Viewers;
}

export interface MoveOrder {
  /** `null`: to the top. */
  readonly parentId: TenantId | null;
  /** Only says what would happen. */
  readonly dryRun: boolean;
}

/** So many administrators are named of those who gain sight, and of those who lose it. */
const MOST_NAMED = 20;

/**
 * Moves a tenant with everything below it. Whose reach it leaves sees nothing of it from the next request on.
 * @throws AppError 404 `tenants.not_found`; 409 `tenants.cycle`, `tenants.depth`
 */
export function moveTenant(
  database: Database,
  call: Call,
  id: TenantId,
  { parentId, dryRun }: MoveOrder,
): Promise<Move> {
  return database.transaction(async (tx) => {
    await holdTree(tx);
    const before = await findTenant(tx, id);
    if (before === undefined) throw new AppError('tenants.not_found');
    const path = parentId === null ? [] : await findPath(tx, parentId);
    if (parentId !== null && path.length === 0) throw new AppError('tenants.not_found');
    if (path.includes(id)) throw new AppError('tenants.cycle');
    const { tenants, levels } = await measureSubtree(tx, id);
    if (path.length + levels > MOST_LEVELS) throw new AppError('tenants.depth');
    const above = (await findPath(tx, id)).slice(0, -1);
    const effect = {
      tenants,
      people: await countPeopleIn(tx, id),
      gain: await findViewers(
        tx,
        path.filter((one) => !above.includes(one)),
        MOST_NAMED,
      ),
      lose: await findViewers(
        tx,
        above.filter((one) => !path.includes(one)),
        MOST_NAMED,
      ),
    };
    if (dryRun || before.parent_id === parentId) return { tenant: before, ...effect };
    const tenant = await changeParent(tx, id, parentId, call.at);
    if (tenant === undefined) throw new AppError('tenants.not_found');
    const meta = { before: before.parent_id, after: parentId, tenants, people: effect.people };
    await recordAudit(tx, call, { action: 'tenant.move', tenantId: id, meta });
    return { tenant, ...effect };
  });
}

/** Holds the tree for a new tenant below another. @throws AppError 404 `tenants.not_found`, 409 `tenants.depth` */
export async function holdPlaceBelow(tx: Tx, parentId: TenantId): Promise<void> {
  await holdTree(tx);
  const path = await findPath(tx, parentId);
  if (path.length === 0) throw new AppError('tenants.not_found');
  if (path.length >= MOST_LEVELS) throw new AppError('tenants.depth');
}
