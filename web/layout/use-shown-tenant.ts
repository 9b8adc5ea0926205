import { useQuery } from '@tanstack/react-query';
import type { StoredUser } from '../../client/stored-session.ts';
import type { Branding } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';

export interface ShownTenant {
  readonly name: string;
  readonly branding: Branding;
}

/** Whose people the page shows: the tenant in the address, for those who reach all, else the viewer's own. */
export function useShownTenant(user: StoredUser | undefined): ShownTenant | undefined {
  const [{ tenant_id }] = useAddressState();
  const wanted = tenant_id !== undefined && may('tenants.all');
  const { data: tenants } = useQuery({ ...tenantsQuery, enabled: wanted });
  const chosen = wanted ? tenants?.find(({ id }) => String(id) === tenant_id) : undefined;
  return chosen ?? (user && { name: user.tenant_name, branding: user.tenant_branding });
}
