import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { AddressState } from '../page-paths.ts';

type Change = (state: AddressState, how?: { readonly asNewStep?: boolean }) => void;

/**
 * What a page shows lives in its address, so that a link shows the same. A change replaces the step in the history, unless
 * it opens something that "back" should close (`asNewStep`). Empty and undefined members are left out.
 */
export function useAddressState(): readonly [AddressState, Change] {
  const state = useSearch({ strict: false }) as AddressState;
  const navigate = useNavigate();
  const change = useCallback<Change>(
    (next, { asNewStep = false } = {}) =>
      void navigate({
        to: '.',
        search: ((before: AddressState) => ({ ...before, ...next })) as never,
        ...(asNewStep ? {} : { replace: true, state: true }), // where one came from stays, as the step does
        resetScroll: false,
      }),
    [navigate],
  );
  return [state, change];
}
