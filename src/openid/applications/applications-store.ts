import type { ExpressionBuilder } from 'kysely';
import type { Scope } from '../../accounts/permissions/scope.ts';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, type TableOf, text } from '../../platform/database/define-table.ts';
import { jsonOf } from '../../platform/database/json-column.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { olderThan } from '../../platform/database/sql-fragments.ts';
import { liesIn } from '../../platform/database/tenant-scope.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { type Application, applicationsTable } from './application.ts';

/** A tenant, or `all`. Whoever adds an application locks the row, so that two at once cannot both add the last. */
export const applicationOwnersTable = defineTable(
  'application_owners',
  {
    owner: text(),
  },
  {
    key: 'owner',
    clustered: true,
    personal: { nobody: 'the id of a tenant' },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    applications: TableOf<typeof applicationsTable>;
    application_owners: TableOf<typeof applicationOwnersTable>;
  }
}

const applicationJson = jsonOf(applicationsTable);

export async function hasApplication(db: Db): Promise<boolean> {
  return (await db.selectFrom('applications').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Counts a tenant's applications, or those of all tenants, and holds the owner's row, so that nobody adds one meanwhile. */
export async function countOwned(tx: Tx, tenantId: TenantId | null, most: number): Promise<number> {
  const owner = tenantId === null ? 'all' : String(tenantId);
  await tx
    .insertInto('application_owners')
    .values({ owner })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ owner }))
    .execute();
  const owned = tx.selectFrom('applications').select('id');
  return countUpTo(tx, owned.where('tenant_id', tenantId === null ? 'is' : '=', tenantId), most);
}

export async function findApplication(db: Db, id: string): Promise<Application | undefined> {
  const row = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst();
  return row && applicationJson.read(row);
}

export async function addApplication(tx: Tx, application: Application): Promise<void> {
  await tx.insertInto('applications').values(applicationJson.write(application)).execute();
}

export async function changeApplication(tx: Tx, id: string, change: Partial<Application>): Promise<void> {
  await tx.updateTable('applications').set(applicationJson.write(change)).where('id', '=', id).execute();
}

export async function storeUse(tx: Tx, id: string, at: Instant): Promise<Application | undefined> {
  const row = await tx
    .updateTable('applications')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && applicationJson.read(row);
}

/** Applications whose end has come but was not carried out. */
export async function listDueToEnd(db: Db, at: Instant): Promise<string[]> {
  const due = db.selectFrom('applications').select('id').where(isDueToEnd(at)).orderBy('id').limit(500);
  return (await due.execute()).map(({ id }) => id);
}

/** True for exactly one caller. */
export const claimEnd = (tx: Tx, id: string, at: Instant) =>
  tx
    .updateTable('applications')
    .set(({ ref }) => ({ ended_at: ref('ends_at') }))
    .where('id', '=', id)
    .where(isDueToEnd(at))
    .returning(['name', 'tenant_id'])
    .executeTakeFirst();

const isDueToEnd = (at: Instant) => (eb: ExpressionBuilder<Schema, 'applications'>) =>
  eb.and([eb('ends_at', '<=', at), eb('ended_at', 'is distinct from', eb.ref('ends_at'))]);

/** Locks the row until the transaction ends. A no-op update takes the lock on both engines. */
export async function holdApplication(tx: Tx, id: string): Promise<Application | undefined> {
  const held = tx
    .updateTable('applications')
    .set(({ ref }) => ({ id: ref('id') }))
    .where('id', '=', id);
  const row = await held.returningAll().executeTakeFirst();
  return row && applicationJson.read(row);
}

export async function dropApplication(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('applications').where('id', '=', id).execute();
}

interface ApplicationsFilter {
  readonly scope: Scope;
  /** The last one of the previous page. */
  readonly after: Pick<Application, 'created_at' | 'id'> | undefined;
}

const inScope = (db: Db, scope: Scope) => {
  const all = db.selectFrom('applications');
  return all.where(liesIn(scope, 'tenant_id'));
};

/** Newest first. */
export async function listApplications(
  db: Db,
  { scope, after }: ApplicationsFilter,
  limit: number,
): Promise<Application[]> {
  let rows = inScope(db, scope).selectAll();
  if (after !== undefined) rows = rows.where(olderThan(after));
  const found = await rows.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
  return found.map((row) => applicationJson.read(row));
}

export const countApplicationsIn = (db: Db, scope: Scope, most: number): Promise<number> =>
  countUpTo(db, inScope(db, scope).select('id'), most);

/** Forgets who created them; the applications stay. */
export async function forgetMaker(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('applications').set({ created_by: null }).where('created_by', '=', userId).execute();
}

export const listMadeBy = (db: Db, userId: number) =>
  db.selectFrom('applications').select(['id', 'name', 'created_at']).where('created_by', '=', userId).execute();

export const listApplicationStates = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('applications')
    .select(['id', 'secret_digest', 'secret_made_at', 'ends_at'])
    .where('id', 'in', ids)
    .execute();
