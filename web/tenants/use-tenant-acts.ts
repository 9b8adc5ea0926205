import { useAddressState } from '../routing/address-state.ts';

/** Opens the dialogs of `TenantDialogs`, which are named in the address. */
export function useTenantActs() {
  const [, change] = useAddressState();
  return {
    createBelow: (id: number) => change({ new: '1', below: String(id) }, { asNewStep: true }),
    move: (id: number) => change({ move: String(id) }, { asNewStep: true }),
  };
}
