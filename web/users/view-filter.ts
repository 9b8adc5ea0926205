import type { PeopleViews, ViewFilter } from '../../client/wire-types.ts';
import type { AddressState } from '../routing/pages.ts';
import type { UsersFilter } from './users-filters.ts';

const MEMBERS = ['role', 'status', 'invitation', 'signed_in'] as const;

/** The filter of the list as a view keeps it: without the text searched for, which may name somebody. */
export function viewFilterOf({ role, status, invitation, signedIn, tenant, sort }: UsersFilter): ViewFilter {
  const all = {
    role,
    status,
    invitation,
    signed_in: signedIn,
    tenant_id: Number(tenant),
    sort: sort === 'name' ? '' : sort,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as ViewFilter; // only empty members are left out
}

/** Opens a view: what it does not name is cleared, but a chosen tenant stays, within which views are counted. */
export const addressOf = ({ role, status, invitation, signed_in, tenant_id, sort }: ViewFilter): AddressState => ({
  q: undefined,
  role,
  status,
  invitation,
  signed_in,
  sort,
  ...(tenant_id === undefined ? {} : { tenant_id: String(tenant_id) }),
});

/** Whether the list shows a view now. One that names no tenant, or no order, has any. */
const isActive = (view: ViewFilter, now: ViewFilter): boolean =>
  MEMBERS.every((member) => view[member] === now[member]) &&
  (view.tenant_id === undefined || view.tenant_id === now.tenant_id) &&
  (view.sort === undefined || view.sort === now.sort);

interface ActiveView {
  readonly id: string | undefined;
  /** Whether the filter says more than that view: it may be saved as another. */
  readonly isNew: boolean;
}

/** Which view the list shows: of several the one that says most, then the first. */
export function activeView({ usual, items }: PeopleViews, filter: UsersFilter): ActiveView {
  const now = viewFilterOf(filter);
  const views = [...usual.map(({ key, filter }) => ({ id: key as string, filter })), ...items];
  const shown = views.filter((view) => isActive(view.filter, now));
  const most = Math.max(...shown.map((view) => Object.keys(view.filter).length));
  const id = shown.find((view) => Object.keys(view.filter).length === most)?.id;
  return { id, isNew: Object.keys(now).length > Math.max(most, 0) };
}
