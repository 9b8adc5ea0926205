import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { viewer } from '../auth/rights.ts';
import { useAddressState } from '../routing/address-state.ts';
import { isNarrowed } from './tenant-switch.tsx';

/** What the last page of one tenant or all showed, and to whom. */
let last: { readonly viewer: number | undefined; readonly tenant: string | undefined } | undefined;

/** The tenant that the viewer chose: what the address says, or on a page that is not narrowed, what it said before. */
export function useChosenTenant(): string | undefined {
  const { pathname } = useLocation();
  const [{ tenant_id }] = useAddressState();
  const id = viewer()?.id;
  const isSaid = isNarrowed(pathname);
  useEffect(() => {
    if (isSaid) last = { viewer: id, tenant: tenant_id };
  }, [isSaid, id, tenant_id]);
  if (isSaid) return tenant_id;
  return last?.viewer === id ? last?.tenant : undefined;
}
