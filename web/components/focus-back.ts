import { useEffect } from 'react';

/** Returns the focus to the row or button that opened something, once that closes. */
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

/** A menu is closed by then, so its button takes the focus for the chosen entry. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

/** A dialog over a drawer handles Escape itself. */
export const isTopmostDialog = (): boolean => document.querySelectorAll('[role=dialog][aria-modal=true]').length <= 1;
