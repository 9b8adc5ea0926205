import type { Db, Tx } from '../../../platform/database/database.ts';
import type { TableOf } from '../../../platform/database/define-table.ts';
import { jsonOf } from '../../../platform/database/json-column.ts';
import type { TenantId, UserId } from '../../../platform/kernel/entity-id.ts';
import { withoutMentions } from '../../../platform/kernel/mention.ts';
import { MOST_SHARED, type SavedView, savedViewsTable } from './saved-view.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    saved_views: TableOf<typeof savedViewsTable>;
  }
}

const json = jsonOf(savedViewsTable);

/** A person's own, the oldest first. */
export async function listViewsOf(db: Db, userId: UserId): Promise<SavedView[]> {
  const own = db.selectFrom('saved_views').selectAll().where('user_id', '=', userId);
  return (await own.orderBy('created_at').orderBy('id').execute()).map(json.read);
}

/** Those that others share in a tenant. */
export async function listViewsSharedIn(db: Db, tenantId: TenantId, besides: UserId): Promise<SavedView[]> {
  const shared = db.selectFrom('saved_views').selectAll().where('shared_in', '=', tenantId);
  const others = shared.where('user_id', '<>', besides).orderBy('created_at').orderBy('id').limit(MOST_SHARED);
  return (await others.execute()).map(json.read);
}

export async function findView(db: Db, id: string): Promise<SavedView | undefined> {
  const row = await db.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst();
  return row && json.read(row);
}

export async function addView(tx: Tx, view: SavedView): Promise<void> {
  await tx.insertInto('saved_views').values(json.write(view)).execute();
}

export async function changeView(tx: Tx, id: string, change: Partial<SavedView>): Promise<void> {
  await tx.updateTable('saved_views').set(json.write(change)).where('id', '=', id).execute();
}

/** Resolves to whether it was there. */
export async function dropView(tx: Tx, id: string): Promise<boolean> {
  const gone = tx.deleteFrom('saved_views').where('id', '=', id).returning('id');
  return (await gone.executeTakeFirst()) !== undefined;
}

/** Shares a view in a tenant, if it is not shared. Resolves to whether it did. */
export async function startSharing(tx: Tx, id: string, tenantId: TenantId): Promise<boolean> {
  const view = tx.updateTable('saved_views').set({ shared_in: tenantId }).where('id', '=', id);
  return (await view.where('shared_in', 'is', null).returning('id').executeTakeFirst()) !== undefined;
}

/** Ends the sharing of a view in a tenant. Resolves to whether it was shared there. */
export async function endSharing(tx: Tx, id: string, tenantId: TenantId): Promise<boolean> {
  const view = tx.updateTable('saved_views').set({ shared_in: null }).where('id', '=', id);
  return (await view.where('shared_in', '=', tenantId).returning('id').executeTakeFirst()) !== undefined;
}

/** Blanks these texts in the names of views: a view may be named after a person. */
export async function forgetNamed(tx: Tx, texts: readonly string[]): Promise<void> {
  const named = await tx.selectFrom('saved_views').select(['id', 'name']).execute();
  for (const { id, name } of named) {
    const left = withoutMentions(name, texts);
    if (left !== name) await changeView(tx, id, { name: left });
  }
}
