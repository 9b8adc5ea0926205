import { useEffect } from 'react';

/** Moves the focus to the first invalid field, which may be out of sight on a phone. */
export function useProblemFocus(error: unknown): void {
  useEffect(() => {
    if (error) document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus();
  }, [error]);
}
