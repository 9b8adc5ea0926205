import { isTest, type SourceFile, type SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';
import { isInWeb, pageOf, webFolderOf, webRankOf } from './web-map.ts';

/** Pages import downwards like the service, and only tests import pages. */
export const webLayerRule: HouseRule = { name: 'web-layers', check: findUpwardImports };

function findUpwardImports(tree: SourceTree): Violation[] {
  return tree.files
    .filter(({ path }) => !isTest(path) && !path.startsWith('test/'))
    .flatMap((file) => [...unplaced(file), ...upward(file)]);
}

const unplaced = ({ path }: SourceFile): Violation[] =>
  isInWeb(path) && webRankOf(path) === undefined
    ? [{ file: path, line: 1, message: `${path} belongs into a folder of web: see tools/house/web-map.ts` }]
    : [];

const upward = (file: SourceFile): Violation[] =>
  file.imports.flatMap(({ line, target }) => {
    const message = target !== undefined && isInWeb(target) ? refusal(file.path, target) : undefined;
    return message === undefined ? [] : [{ file: file.path, line, message }];
  });

function refusal(from: string, to: string): string | undefined {
  if (!isInWeb(from)) return `only the pages may import a page's code (${to})`;
  const [upper, lower] = [webRankOf(from), webRankOf(to)];
  if (upper === undefined || lower === undefined || lower < upper) return undefined;
  // Imports between pages are checked by page-privacy.
  if (webFolderOf(from) === webFolderOf(to) || (pageOf(from) !== undefined && pageOf(to) !== undefined))
    return undefined;
  return `${nameOf(from)} may not import ${nameOf(to)}, which ${lower === upper ? 'is its sibling' : 'lies above it'}: ${to}`;
}

const nameOf = (path: string): string => webFolderOf(path) ?? path;
