import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Tenant } from '../../client/wire-types.ts';
import { meQuery } from '../auth/me-query.ts';
import { viewer } from '../auth/rights.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { firstStepsQuery } from '../people/first-steps-query.ts';
import { tenantQuery } from './tenant-queries.ts';

/** Changes the branding of a tenant; the frame follows where it is the viewer's own. */
export function useBrandingChange<Wanted>(
  tenant: Tenant,
  change: (wanted: Wanted) => Promise<Tenant>,
  did: (wanted: Wanted) => string,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (changed, wanted) => {
      sayDone(did(wanted));
      queries.setQueryData(tenantQuery(tenant.id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: firstStepsQuery(tenant.id).queryKey });
      await queries.invalidateQueries({ queryKey: ['tenants', 'all'] });
      if (viewer()?.tenant_id === tenant.id) await queries.fetchQuery({ ...meQuery, staleTime: 0 }); // two changes may follow closely
    },
  });
}
