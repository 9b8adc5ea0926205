import { useEffect } from 'react';

/** Whoever was at a row or a button is there again when what it opened is gone. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = openerOf(document.activeElement);
    return () => {
      setTimeout(() => {
        const nowhere = document.activeElement === null || document.activeElement === document.body;
        if (nowhere && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, []);
}

/** A menu is gone by then, so its button stands for what was chosen in it. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

/** A question over a drawer takes Escape for itself. */
export const isTopmostDialog = (): boolean => document.querySelectorAll('[role=dialog][aria-modal=true]').length <= 1;
