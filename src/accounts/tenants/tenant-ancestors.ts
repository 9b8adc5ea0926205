import { defineTable, integer } from '../../platform/database/define-table.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';

/** A federation, its regional associations, their clubs, and the sections of a club. */
export const MOST_LEVELS = 4;

const MOVED = 'select tenant_id from tenant_ancestors where ancestor_id = new.id';

/**
 * What lies at or above each tenant, itself included. Derived from `tenants.parent_id`: reach is one look-up, however deep the
 * tree is. Whoever moves a tenant holds the tree first (`holdTree`).
 */
export const tenantAncestorsTable = defineTable(
  'tenant_ancestors',
  {
    ancestor_id: integer<TenantId>().references('tenants', 'id', 'cascade'),
    tenant_id: integer<TenantId>().references('tenants', 'id', 'cascade'),
    /** How many steps up; 0 for the tenant itself. */
    steps: integer(),
  },
  {
    key: ['ancestor_id', 'tenant_id'],
    clustered: true,
    indexes: { of_tenant: { columns: 'tenant_id, ancestor_id, steps' } },
    follows: [
      {
        name: 'founded',
        after: 'insert on tenants',
        statements: [
          `insert into tenant_ancestors (ancestor_id, tenant_id, steps)
            select new.id, new.id, 0
            union all select ancestor_id, new.id, steps + 1 from tenant_ancestors where tenant_id = new.parent_id`,
        ],
      },
      {
        name: 'moved',
        after: 'update of parent_id on tenants',
        when: 'old.parent_id is distinct from new.parent_id',
        // Whoever changes a membership holds the person's row, and whoever adds one the tenant's: neither may read the old tree
        // and write their rows of lists after the move. People first, as everybody else does.
        locks: [
          `1 from users where id in (select user_id from tenant_people where tenant_id = new.id) order by id for no key update`,
          `1 from tenants where id in (${MOVED}) order by id for update`,
        ],
        statements: [
          `delete from tenant_ancestors where tenant_id in (${MOVED}) and ancestor_id not in (${MOVED})`,
          `insert into tenant_ancestors (ancestor_id, tenant_id, steps)
            select above.ancestor_id, moved.tenant_id, above.steps + moved.steps + 1
            from tenant_ancestors as above join tenant_ancestors as moved on moved.ancestor_id = new.id
            where above.tenant_id = new.parent_id`,
        ],
      },
    ],
    personal: { nobody: 'which federation or club is above which is no person’s' },
  },
);

/** What `idsBelow` and `idsAbove` of the store give; `null` for none. */
export const idsOf = (joined: string | null): ReadonlySet<TenantId> => new Set(joined?.split(',').map(Number));
