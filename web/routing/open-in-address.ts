import { type HistoryState, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useAddressState } from './address-state.ts';
import type { AddressMember } from './pages.ts';

/** History state for whoever comes from another page to open one thing: closing it leads back to their list. */
export const openedFor = (value: string): HistoryState => ({ openedFor: value });

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly openedFor?: string;
  }
}

/**
 * Something opened over a page and named in its URL, so that a link opens it too and "back" closes it. Closing leaves no
 * history entry behind.
 */
export function useOpened(member: AddressMember, alongside: readonly AddressMember[] = []) {
  const [state, change] = useAddressState();
  const { history, state: router } = useRouter();
  const stepped = useRef(false);
  const opened = state[member];
  useEffect(() => {
    if (opened === undefined) stepped.current = false; // not at the click: closing may be called off
  }, [opened]);
  const open = useCallback(
    (value: string) => {
      const asNewStep = opened === undefined;
      if (asNewStep) stepped.current = true;
      change({ [member]: value }, { asNewStep });
    },
    [opened, member, change],
  );
  const close = () => {
    const cameFor = router.location.state.openedFor === state[member];
    if (!stepped.current && !cameFor)
      return change(Object.fromEntries([member, ...alongside].map((name) => [name, undefined])));
    history.back();
  };
  return { opened, open, close };
}
