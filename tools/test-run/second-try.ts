import type { Outcome } from './test-pass.ts';
import { nameOf } from './test-report.ts';

/** Drive a real browser, whose timing on a busy machine is not ours. */
const IN_A_BROWSER = 'test/journeys/';

export interface SecondTry {
  readonly outcomes: readonly Outcome[];
  /** Names of tests that failed at first and passed then. */
  readonly unsteady: readonly string[];
}

/**
 * Runs the journeys that failed once more, by themselves. A fault of ours fails again; everything else, above all a race,
 * has one try. What passed only now is told in the report.
 * @param run answers the outcomes of the files given
 */
export async function tryJourneysAgain(
  first: readonly Outcome[],
  run: (files: readonly string[]) => Promise<readonly Outcome[]>,
): Promise<SecondTry> {
  const failed = first.filter(({ file, ended }) => ended === 'failed' && file.startsWith(IN_A_BROWSER));
  if (failed.length === 0) return { outcomes: first, unsteady: [] };
  const files = new Set(failed.map(({ file }) => file));
  const second = await run([...files]);
  const passed = new Set(second.filter(({ ended }) => ended === 'passed').map(nameOf));
  return {
    outcomes: [...first.filter(({ file }) => !files.has(file)), ...second],
    unsteady: failed.map(nameOf).filter((name) => passed.has(name)),
  };
}
