import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { AddressState } from './pages.ts';

type Change = (state: AddressState, how?: { readonly asNewStep?: boolean }) => void;

/**
 * The state of a page lives in its URL, so that a link shows the same. A change replaces the history entry, unless it opens
 * something that "back" should close (`asNewStep`). Empty and undefined members are left out.
 */
export function useAddressState(): readonly [AddressState, Change] {
  const state = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback<Change>(
    (next, { asNewStep = false } = {}) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ...next }),
        ...(asNewStep ? {} : { replace: true, state: true }), // keeps the history state of the replaced entry
        resetScroll: false,
      }),
    [navigate],
  );
  return [state, change];
}
