import { useLayoutEffect, useState } from 'react';

/** More than a list that comes back takes to show its rows. */
const BACK_WITHIN_MS = 1000;
/** Where the focus is when it was lost: nowhere, or where `kept-focus.ts` put it meanwhile. */
const LOST = 'body, main, h1';

/** Returns the focus to the row, link or button that opened something, once that closes. */
export function useFocusBack(): void {
  // At the first render: afterwards a list that makes way for what is opened is gone.
  const [before] = useState(() => openerOf(document.activeElement));
  useLayoutEffect(
    () => () => {
      const until = performance.now() + BACK_WITHIN_MS;
      if (before instanceof HTMLElement && before !== document.body) setTimeout(() => giveBack(before, until));
    },
    [before],
  );
}

function giveBack(before: HTMLElement, until: number): void {
  if (document.activeElement?.matches(LOST) === false) return;
  const found = standing(before);
  if (found) found.focus({ preventScroll: found === before });
  else if (performance.now() < until) requestAnimationFrame(() => giveBack(before, until));
}

/** A menu is closed by then, so its button takes the focus for the chosen entry. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

/** A list that made way comes back with new elements. */
function standing(before: HTMLElement): HTMLElement | undefined {
  if (before.isConnected) return before;
  const name = nameOf(before);
  const alike = document.querySelectorAll<HTMLElement>(before.tagName);
  return [...alike].find((one) => nameOf(one) === name);
}

const nameOf = (one: HTMLElement): string => one.getAttribute('href') ?? one.ariaLabel ?? one.textContent;

/** A dialog over a drawer handles Escape itself. */
export const isTopmostDialog = (): boolean => document.querySelectorAll('[role=dialog][aria-modal=true]').length <= 1;
