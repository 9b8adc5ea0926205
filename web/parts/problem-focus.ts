import { useEffect } from 'react';

/** A refused form leads to its first field that must be put right, which may be out of sight on a phone. */
export function useProblemFocus(error: unknown): void {
  useEffect(() => {
    if (error) document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus();
  }, [error]);
}
