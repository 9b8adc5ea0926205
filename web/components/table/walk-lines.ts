import type { KeyboardEvent } from 'react';

/** Arrow keys move through a list of buttons. `line` is the selector of one. */
export const walkLines =
  (line: string) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const lines = [...document.querySelectorAll<HTMLElement>(line)];
    const next = lines[lines.indexOf(event.currentTarget) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
