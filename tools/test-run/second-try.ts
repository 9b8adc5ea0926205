import type { Outcome } from './test-pass.ts';
import { nameOf } from './test-report.ts';

/** A change that breaks something breaks it in more places, or again. */
const MOST_FILES = 3;

export interface SecondTry {
  readonly outcomes: readonly Outcome[];
  /** Tests that failed at first and not when they were tried again, with what they threw. */
  readonly unsteady: readonly Outcome[];
}

/**
 * Runs a few files that failed once more, by themselves: a machine that was busy for a moment must not hold up a change
 * that has nothing to do with it. What failed only at first is told at the end and wants mending.
 * @param run answers the outcomes of the files given
 */
export async function tryAgain(
  first: readonly Outcome[],
  run: (files: readonly string[]) => Promise<readonly Outcome[]>,
): Promise<SecondTry> {
  const failed = first.filter(({ ended }) => ended === 'failed');
  const files = new Set(failed.map(({ file }) => file));
  if (files.size === 0 || files.size > MOST_FILES) return { outcomes: first, unsteady: [] };
  const second = await run([...files]);
  const failedAgain = new Set(second.filter(({ ended }) => ended === 'failed').map(nameOf));
  return {
    outcomes: [...first.filter(({ file }) => !files.has(file)), ...second],
    unsteady: failed.filter((outcome) => !failedAgain.has(nameOf(outcome))),
  };
}
