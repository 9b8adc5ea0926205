import type { Outcome } from './test-pass.ts';
import { nameOf } from './test-report.ts';

/** Most files that are repeated: a real fault usually breaks more files, or fails again. */
const MOST_FILES = 8;

export interface SecondTry {
  readonly outcomes: readonly Outcome[];
  /** Tests that failed at first but not when repeated, with their errors. */
  readonly unsteady: readonly Outcome[];
}

/**
 * Repeats a few failed files, each alone, so that a busy machine does not block an unrelated change. Tests that failed only at
 * first are reported and should be fixed. @param run returns the outcomes of the given files
 */
export async function tryAgain(
  first: readonly Outcome[],
  run: (files: readonly string[]) => Promise<readonly Outcome[]>,
): Promise<SecondTry> {
  const failed = first.filter(({ ended }) => ended === 'failed');
  const files = new Set(failed.map(({ file }) => file));
  if (files.size === 0 || files.size > MOST_FILES) return { outcomes: first, unsteady: [] };
  const second: Outcome[] = [];
  for (const file of files) second.push(...(await run([file])));
  const failedAgain = new Set(second.filter(({ ended }) => ended === 'failed').map(nameOf));
  return {
    outcomes: [...first.filter(({ file }) => !files.has(file)), ...second],
    unsteady: failed.filter((outcome) => !failedAgain.has(nameOf(outcome))),
  };
}
