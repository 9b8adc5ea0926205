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

const manages = sql`listed.role in ('superadmin', 'admin')`;
const waits = sql`listed.status = 'invited' and listed.must_change_pwd_at is not null`;

/** Whom a tenant has itself, by what its first steps ask. */
export const countBeginning = (db: Db, tenantId: TenantId): Promise<Beginning> =>
  membersIn(db, { tenantId, below: false })
    .select([
      countWhere(sql`${manages} and listed.status = 'active'`).as('administrators'),
      countWhere(sql`${manages} and ${waits}`).as('administrators_invited'),
      countWhere(sql`not (${manages})`).as('people'),
      countWhere(sql`not (${manages}) and ${WAS_INVITED}`).as('people_invited'),
    ])
    .where('listed.status', '<>', 'deleted')
    .executeTakeFirstOrThrow();
