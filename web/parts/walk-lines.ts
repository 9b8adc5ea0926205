import type { KeyboardEvent } from 'react';

/** Arrows go from one line of a list of buttons to the next. `line` is the selector of one. */
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
