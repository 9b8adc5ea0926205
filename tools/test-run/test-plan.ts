import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export type PassEngine = 'sqlite' | 'postgres';

/** Which passes a file is part of. `none` and `browser` depend on no engine and run once, beside SQLite. */
type Need = 'both' | 'none' | 'browser' | 'postgres';

export interface TestPlan {
  /** Files from the root of the repository. */
  readonly files: Readonly<Record<PassEngine, readonly string[]>>;
  /** Those beside SQLite that need Chromium. */
  readonly journeys: readonly string[];
}

const MARKER = /\/\/ engine: (\S+)/;

/**
 * Sorts the test files into passes by their first line (`// engine: none`, `browser` or `postgres`; without it: both).
 * @param filters parts of paths; with any, only files that contain one of them
 * @throws Error for an engine that no pass knows, because such a file would never run
 */
export function planTests(root: string, filters: readonly string[]): TestPlan {
  const found = globSync(
    ['src/**/*.test.ts', 'demo/*.test.ts', 'client/**/*.test.ts', 'examples/*.test.ts', 'test/**/*.test.ts'],
    {
      cwd: root,
    },
  );
  const paths = found.map((path) => path.replaceAll(sep, '/')).sort(longOnesFirst);
  const chosen = paths.filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));
  const needs = chosen.map((path) => [path, needOf(root, path)] as const);
  const inPass = (only: Need): string[] =>
    needs.filter(([, need]) => need === 'both' || need === only).map(([path]) => path);
  const journeys = needs.filter(([, need]) => need === 'browser').map(([path]) => path);
  return { files: { sqlite: inPass('none'), postgres: inPass('postgres') }, journeys };
}

/** Processes and browsers take longest: started last they would leave cores idle at the end. */
const longOnesFirst = (one: string, other: string): number =>
  Number(other.startsWith('test/')) - Number(one.startsWith('test/')) || (one < other ? -1 : 1);

function needOf(root: string, path: string): Need {
  const [firstLine = ''] = readFileSync(join(root, path), 'utf8').split('\n', 1);
  const named = MARKER.exec(firstLine)?.[1];
  if (named === undefined) return 'both';
  if (named === 'none' || named === 'browser' || named === 'postgres') return named;
  throw new Error(`${path}: "engine: ${named}" is not known, only none, browser and postgres are`);
}
