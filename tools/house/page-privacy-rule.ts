import type { SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';
import { pageOf } from './web-map.ts';

/** Each page is loaded, changed and removed alone. What pages share lies below them. */
export const pagePrivacyRule: HouseRule = { name: 'page-privacy', check: findNeighbours };

function findNeighbours(tree: SourceTree): Violation[] {
  return tree.files.flatMap(({ path, imports }) => {
    const page = pageOf(path);
    if (page === undefined) return [];
    return imports.flatMap(({ line, target }) => {
      const other = target === undefined ? undefined : pageOf(target);
      if (other === undefined || other === page) return [];
      const message = `the page ${page} may not import from the page ${other}: move what they share below the pages (${target})`;
      return [{ file: path, line, message }];
    });
  });
}
