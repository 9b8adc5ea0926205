import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { may } from '../auth/rights.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { MoveTenant } from './move-tenant.tsx';
import { TenantDialog } from './tenant-dialog.tsx';
import { administratorInvitation } from './tenant-queries.ts';

/** A new tenant, at the top or below another, and the moving of one: for whoever reaches several. */
export function TenantDialogs() {
  const { data: tenants } = useQuery(tenantsQuery);
  const [{ below }, change] = useAddressState();
  const navigate = useNavigate();
  const creation = useOpened('new', ['below']);
  const move = useOpened('move');
  const byId = (id: string | undefined) => tenants?.find((tenant) => String(tenant.id) === id);
  const parent = byId(below);
  const moved = may('tenants.manage') ? byId(move.opened) : undefined;
  const isReady = below === undefined || parent !== undefined;
  return (
    <>
      {creation.opened !== undefined && isReady && may('people.manage') && (
        <TenantDialog
          {...(parent ? { parent } : {})}
          onClose={creation.close}
          onCreated={(tenant) =>
            parent
              ? void navigate({ ...administratorInvitation(tenant), replace: true })
              : change({ new: undefined, open: String(tenant.id) })
          }
        />
      )}
      {tenants && moved && <MoveTenant key={moved.id} tenant={moved} tenants={tenants} onClose={move.close} />}
    </>
  );
}
