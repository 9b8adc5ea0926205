import type { Compared } from './growth-probes.ts';

/** A line for each question: both p95 in ms and their ratio, marked where it is above the aim of 2. */
export const growthTable = (compared: readonly Compared[]): string =>
  compared
    .map(({ name, small, large }) => {
      const ratio = large / small;
      const figures = `${small.toFixed(2).padStart(9)}${large.toFixed(2).padStart(9)}${ratio.toFixed(1).padStart(8)}`;
      return `${name.padEnd(42)}${figures}${ratio > 2 ? '  !' : ''}`;
    })
    .join('\n');
