import { setTimeout as pause } from 'node:timers/promises';
import type { Milliseconds } from './durations.ts';

/**
 * Runs `work` and resolves at the next full multiple of `floor` after the start, so that its duration reveals nothing.
 */
export async function withMinimumDuration<Result>(floor: Milliseconds, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    await waitForMinimumDuration(floor, startedAt);
  }
}

/** Like `withMinimumDuration` where only some outcomes wait; `startedAt` by `performance.now()`. */
export async function waitForMinimumDuration(floor: Milliseconds, startedAt: number): Promise<void> {
  const spent = performance.now() - startedAt;
  await pause(Math.ceil(spent / floor) * floor - spent);
}
