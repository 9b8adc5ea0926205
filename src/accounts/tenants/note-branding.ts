import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Tenant } from './tenant.ts';

/** Changes a tenant's branding and locks its row until the transaction ends; `undefined` when there is no such tenant. */
export const noteBranding = (
  tx: Tx,
  id: TenantId,
  change: Partial<Pick<Tenant, 'color' | 'logo'>>,
  at: Instant,
): Promise<Tenant | undefined> =>
  tx
    .updateTable('tenants')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
