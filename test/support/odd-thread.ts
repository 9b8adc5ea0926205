import { AppError } from '../../src/platform/kernel/app-error.ts';
import { threadWork } from '../../src/platform/kernel/run-on-thread.ts';

/** Odd behaviours of a thread during its one call. */
const ACTS: Readonly<Record<string, () => unknown>> = {
  answer: () => new Map([['one', 1]]),
  refuse: () => {
    throw new AppError('test.refused', { detail: 'Redak 3', members: { line: 3 } });
  },
  fail: () => {
    throw new Error('broken');
  },
  spin: () => {
    for (;;);
  },
  hoard: () => {
    const all: number[][] = [];
    for (;;) all.push(new Array(10_000).fill(1.5));
  },
};

await threadWork(async (act: string) => ACTS[act]?.());
