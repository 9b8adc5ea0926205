import { setTimeout as pause } from 'node:timers/promises';
import type { Milliseconds } from './durations.ts';

/**
 * Runs `work` and resolves at the next full multiple of `floor` after the start, so that its duration reveals nothing.
 */
export async function withAnswerFloor<Result>(floor: Milliseconds, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    await untilFloor(floor, startedAt);
  }
}

/** Like `withAnswerFloor` where only some outcomes wait; `startedAt` by `performance.now()`. */
export async function untilFloor(floor: Milliseconds, startedAt: number): Promise<void> {
  const spent = performance.now() - startedAt;
  await pause(Math.ceil(spent / floor) * floor - spent);
}
