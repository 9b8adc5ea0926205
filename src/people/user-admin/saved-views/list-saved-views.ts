import { countPeople } from '../../../accounts/people-search/list-people.ts';
import { reachesTenant } from '../../../accounts/permissions/managing-users.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { hasCapability } from '../../../platform/http/capabilities.ts';
import { TOTAL_CAP } from '../../../platform/http/list-wire.ts';
import { type Instant, nowOf } from '../../../platform/kernel/clock.ts';
import type { TenantId } from '../../../platform/kernel/entity-id.ts';
import type { Platform } from '../../../platform/room/platform.ts';
import { peopleFiltered } from '../read-users.ts';
import type { SavedView } from './saved-view.ts';
import { listViewsOf, listViewsSharedIn } from './saved-views-store.ts';
import { USUAL_VIEWS, type VIEW_ACTIONS } from './saved-views-wire.ts';

type Filter = SavedView['filter'];

const USUAL_FILTERS: Readonly<Record<(typeof USUAL_VIEWS)[number], Filter>> = {
  all: {},
  not_invited: { invitation: 'none' },
  expired: { invitation: 'expired' },
};

/** All views of the caller with how many people each shows. @throws AppError 404 for another tenant */
export async function listSavedViews(
  deps: Pick<Platform, 'database' | 'clock'>,
  caller: Caller,
  tenantId: TenantId | undefined,
) {
  const { read } = deps.database;
  const at = nowOf(deps.clock);
  const own = await listViewsOf(read, caller.userId);
  const shared = await listViewsSharedIn(read, caller.tenantId, caller.userId);
  const count = (filter: Filter) => counted(deps, caller, { tenant_id: tenantId, ...filter }, at);
  const usual = [];
  for (const key of USUAL_VIEWS) usual.push({ key, filter: USUAL_FILTERS[key], ...(await count(USUAL_FILTERS[key])) });
  const items = [];
  for (const view of [...own, ...shared])
    if (isWithinReach(caller, view)) items.push({ ...showView(caller, view), ...(await count(view.filter)) });
  return { usual, items };
}

async function counted(
  { database }: Pick<Platform, 'database'>,
  caller: Caller,
  { sort: _, ...filter }: Filter,
  at: Instant,
) {
  const found = await countPeople(database, peopleFiltered(caller, filter, at));
  return { total: Math.min(found, TOTAL_CAP), total_is_capped: found > TOTAL_CAP };
}

const isWithinReach = (caller: Caller, { filter: { tenant_id } }: SavedView): boolean =>
  tenant_id === undefined || reachesTenant(caller, tenant_id);

/** A view as the caller sees it, with what they may do with it. */
export const showView = (caller: Caller, { id, name, filter, shared_in, user_id }: SavedView) => ({
  id,
  name,
  filter,
  shared: shared_in !== null,
  actions: actionsOn(caller, { shared_in, user_id }),
});

function actionsOn(caller: Caller, { shared_in, user_id }: Pick<SavedView, 'shared_in' | 'user_id'>) {
  const isOwn = user_id === caller.userId;
  const actions: (typeof VIEW_ACTIONS)[number][] = isOwn ? ['change', 'remove'] : [];
  if (!hasCapability(caller, 'people.manage')) return actions;
  if (isOwn && shared_in === null) actions.push('share');
  if (shared_in === caller.tenantId) actions.push('unshare');
  return actions;
}
