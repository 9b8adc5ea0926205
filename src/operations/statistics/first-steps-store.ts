import { sql } from 'kysely';
import { membersIn } from '../../accounts/users/tenant-people-store.ts';
import type { Db } from '../../platform/database/database.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { countWhere, WAS_INVITED } from './progress-store.ts';

interface Beginning {
  readonly administrators: number;
  readonly administrators_invited: number;
  readonly people: number;
  readonly people_invited: number;
}

/** Those whom lists and members' contacts call administrators: a superadmin looks after all tenants, not after this one. */
const administers = sql`listed.role = 'admin'`;
const isMember = sql`listed.role not in ('superadmin', 'admin')`;
const waits = sql`listed.status = 'invited' and listed.invitation = 'sent'`;

/** Whom a tenant has itself, by what its first steps ask. */
export const countBeginning = (db: Db, tenantId: TenantId): Promise<Beginning> =>
  membersIn(db, { tenantId, below: false })
    .select([
      countWhere(sql`${administers} and listed.status = 'active'`).as('administrators'),
      countWhere(sql`${administers} and ${waits}`).as('administrators_invited'),
      countWhere(isMember).as('people'),
      countWhere(sql`${isMember} and ${WAS_INVITED}`).as('people_invited'),
    ])
    .where('listed.status', '<>', 'deleted')
    .executeTakeFirstOrThrow();
