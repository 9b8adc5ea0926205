import type { Tenant } from '../../client/wire-types.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** The form for a new person, filled in for an administrator of the tenant. */
export const administratorInvitation = ({ id }: Tenant) => ({
  to: PAGE_PATHS.users,
  search: { tenant_id: String(id), new: '1', grant: 'admin' },
});
