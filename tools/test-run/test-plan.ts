import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export type PassEngine = 'sqlite' | 'postgres';

/**
 * Which passes a file is part of. `none` and `browser` depend on no engine and run once, beside SQLite; `statements` judges what the
 * pass on SQLite recorded.
 */
const NEEDS = ['sqlite', 'both', 'none', 'browser', 'postgres', 'statements'] as const;
type Need = (typeof NEEDS)[number];

export interface TestPlan {
  /** Files from the root of the repository. */
  readonly files: Readonly<Record<PassEngine, readonly string[]>>;
  /** Those beside SQLite that need Chromium. */
  readonly journeys: readonly string[];
  /** Those that run after the pass on SQLite, whatever was asked for. */
  readonly statements: readonly string[];
}

const MARKER = /\/\/ engine: (\S+)/;

/**
 * Sorts the test files into passes by their first line (`// engine: both`; without it: on SQLite alone).
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
  const isChosen = (path: string) => filters.length === 0 || filters.some((filter) => path.includes(filter));
  const needs = paths.map((path) => ({ path, need: needOf(root, path) }));
  const those = (...wanted: readonly Need[]) =>
    needs.filter(({ path, need }) => wanted.includes(need) && isChosen(path)).map(({ path }) => path);
  return {
    files: { sqlite: those('sqlite', 'both', 'none'), postgres: those('both', 'postgres') },
    journeys: those('browser'),
    statements: needs.filter(({ need }) => need === 'statements').map(({ path }) => path),
  };
}

/** Processes and browsers take longest: started last they would leave cores idle at the end. */
const longOnesFirst = (one: string, other: string): number =>
  Number(other.startsWith('test/')) - Number(one.startsWith('test/')) || (one < other ? -1 : 1);

function needOf(root: string, path: string): Need {
  const [firstLine = ''] = readFileSync(join(root, path), 'utf8').split('\n', 1);
  const named = MARKER.exec(firstLine)?.[1] ?? 'sqlite';
  const need = NEEDS.find((known) => known === named);
  if (need === undefined) throw new Error(`${path}: "engine: ${named}" is not known, only ${NEEDS.join(', ')} are`);
  return need;
}
