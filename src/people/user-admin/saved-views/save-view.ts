import { reachesTenant } from '../../../accounts/permissions/managing-users.ts';
import { holdUserRow } from '../../../accounts/users/accounts-store.ts';
import { checkedText } from '../../../accounts/users/checked-fields.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import type { Database, Db, Tx } from '../../../platform/database/database.ts';
import type { Call } from '../../../platform/http/call.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { invalidField } from '../../../platform/http/request-refusal.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { opaqueId } from '../../../platform/kernel/ids.ts';
import { MOST_VIEWS, type SavedView } from './saved-view.ts';
import { addView, changeView, dropView, endSharing, findView, listViewsOf, startSharing } from './saved-views-store.ts';
import type { ChangeViewBody, SaveViewBody } from './saved-views-wire.ts';

interface Deps {
  readonly database: Database;
}

/** @throws AppError 409 `saved_views.too_many`, `saved_views.name_taken`; 404 for a tenant out of reach; InvalidRequest 422 */
export async function saveView({ database }: Deps, call: Call, wanted: SaveViewBody): Promise<SavedView> {
  const { userId } = call.caller;
  const { name, filter } = checked(call.caller, wanted);
  return database.transaction(async (tx) => {
    const others = await heldViews(tx, call);
    if (others.length >= MOST_VIEWS) throw new AppError('saved_views.too_many');
    requireFree(others, name);
    const view = { id: opaqueId(), user_id: userId, name, filter, shared_in: null, created_at: call.at };
    await addView(tx, view);
    return view;
  });
}

/** Renames an own view, or gives it another filter. @throws AppError `saved_views.*`; 404; InvalidRequest 422 */
export async function changeOwnView(
  { database }: Deps,
  call: Call,
  id: string,
  wanted: ChangeViewBody,
): Promise<SavedView> {
  const change = checked(call.caller, wanted);
  return database.transaction(async (tx) => {
    const others = (await heldViews(tx, call)).filter((other) => other.id !== id);
    const view = await ownView(tx, call.caller, id);
    if (Object.keys(change).length === 0) return view;
    if (change.name !== undefined) requireFree(others, change.name);
    await changeView(tx, id, change);
    return { ...view, ...change };
  });
}

/** @throws AppError 404 `saved_views.not_found`, 403 `saved_views.not_yours` */
export const removeOwnView = ({ database }: Deps, { caller }: Call, id: string): Promise<void> =>
  database.transaction(async (tx) => {
    await ownView(tx, caller, id);
    if (!(await dropView(tx, id))) throw new AppError('saved_views.not_found');
  });

/** Everybody in the caller's tenant who may see people sees it from now on. @throws AppError as `removeOwnView` */
export const shareView = ({ database }: Deps, call: Call, id: string): Promise<SavedView> =>
  database.transaction(async (tx) => {
    const { tenantId } = call.caller;
    const view = await ownView(tx, call.caller, id);
    if (await startSharing(tx, id, tenantId))
      await recordAudit(tx, call, { action: 'saved_view.share', tenantId, meta: { view_id: id } });
    return { ...view, shared_in: view.shared_in ?? tenantId };
  });

/** Its owner keeps it. @throws AppError 404 for a view that is not shared in the caller's tenant */
export const unshareView = ({ database }: Deps, call: Call, id: string): Promise<void> =>
  database.transaction(async (tx) => {
    const { tenantId } = call.caller;
    if (!(await endSharing(tx, id, tenantId))) throw new AppError('saved_views.not_found');
    await recordAudit(tx, call, { action: 'saved_view.unshare', tenantId, meta: { view_id: id } });
  });

/** The caller's own, which nobody else changes or adds to meanwhile. */
async function heldViews(tx: Tx, { caller }: Call): Promise<SavedView[]> {
  if ((await holdUserRow(tx, caller.userId)) === undefined) throw new AppError('auth.revoked');
  return listViewsOf(tx, caller.userId);
}

async function ownView(db: Db, caller: Caller, id: string): Promise<SavedView> {
  const view = await findView(db, id);
  if (view?.user_id === caller.userId) return view;
  throw new AppError(view?.shared_in === caller.tenantId ? 'saved_views.not_yours' : 'saved_views.not_found');
}

function requireFree(others: readonly SavedView[], name: string): void {
  if (others.some((other) => other.name === name)) throw new AppError('saved_views.name_taken');
}

function checked<Wanted extends ChangeViewBody>(caller: Caller, wanted: Wanted): Wanted {
  const tenantId = wanted.filter?.tenant_id;
  if (tenantId !== undefined && !reachesTenant(caller, tenantId)) throw new AppError('tenants.not_found');
  if (wanted.name === undefined) return wanted;
  const name = checkedText('name', wanted.name);
  if (name === '') throw invalidField('body', 'name', 'too_short', 'Ovo je polje obavezno.');
  return { ...wanted, name };
}
