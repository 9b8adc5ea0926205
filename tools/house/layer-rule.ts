import { describePlace, placeOf, rankOf } from './house-map.ts';
import { isInSource, isTest, type SourceTree, serviceFiles } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

/**
 * Imports point down, never up and never to a sibling. Tests are exempt: they enter through the front door, which is
 * above them, and nothing may import them.
 */
export const layerRule: HouseRule = { name: 'layers', check: findUpwardImports };

function findUpwardImports(tree: SourceTree): Violation[] {
  return serviceFiles(tree).flatMap((file) =>
    file.imports.flatMap(({ line, target }) => {
      const message = target === undefined ? undefined : refusal(file.path, target);
      return message === undefined ? [] : [{ file: file.path, line, message }];
    }),
  );
}

function refusal(from: string, to: string): string | undefined {
  if (isTest(to)) return `the service may not import a test (${to})`;
  if (!isInSource(to)) return leavesSource(to) ? `the service may not import ${to}, which is outside src` : undefined;
  const [upper, lower] = [placeOf(from), placeOf(to)];
  // A file without a place is reported by the placement rule.
  if (upper === undefined || lower === undefined || upper === lower || rankOf(lower) < rankOf(upper)) return undefined;
  const why = rankOf(lower) === rankOf(upper) ? 'which is its sibling' : 'which lies above it';
  return `${describePlace(upper)} may not import ${describePlace(lower)}, ${why}: ${to}`;
}

/** Data such as `package.json` may be read by the service; code of the tests and tools may not. */
const leavesSource = (to: string): boolean => /\.tsx?$/.test(to);
