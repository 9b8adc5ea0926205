import { useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { useAddressState } from './address-state.ts';

/** Who came from another page for this one thing goes back to it: their search and their place in a list wait there. */
const OPENED_FOR = 'openedFor';
type Opening = { readonly [OPENED_FOR]?: string };
export const openedFor = (value: string): Opening => ({ [OPENED_FOR]: value });

/**
 * Something opened over a page and named in its address, so that a link opens it too and "back" closes it. Closing leaves
 * no step behind in the history.
 */
export function useOpened(member: string, alongside: readonly string[] = []) {
  const [state, change] = useAddressState();
  const { history, state: router } = useRouter();
  const stepped = useRef(false);
  const opened = state[member];
  const open = useCallback(
    (value: string) => {
      const asNewStep = opened === undefined;
      if (asNewStep) stepped.current = true;
      change({ [member]: value }, { asNewStep });
    },
    [opened, member, change],
  );
  const close = () => {
    const cameFor = (router.location.state as Opening)[OPENED_FOR] === state[member];
    if (!stepped.current && !cameFor)
      return change(Object.fromEntries([member, ...alongside].map((name) => [name, undefined])));
    stepped.current = false;
    history.back();
  };
  return { opened, open, close };
}
