import { isInSource, isTest, type SourceTree } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';
import { isInWeb } from './web-map.ts';

/** Client and pages share the types of the service, but not its code or tests. The pages also share its texts for people. */
export const serviceTypesRule: HouseRule = { name: 'service-types', check: findForeignCode };

function findForeignCode(tree: SourceTree): Violation[] {
  const away = tree.files.filter(({ path }) => (isInClient(path) || isInWeb(path)) && !isTest(path));
  return away.flatMap(({ path, imports }) =>
    imports.flatMap(({ line, target, typeOnly }) => {
      if (target === undefined || isInClient(target) || isInWeb(target)) return [];
      if (isInSource(target) && typeOnly) return [];
      if (isInWeb(path) && target.startsWith(WORDS)) return [];
      return [{ file: path, line, message: `only types of the service may be imported here: ${target}` }];
    }),
  );
}

/** Only texts that both show in lists, such as the names of actions. */
const WORDS = 'src/platform/words/';

const isInClient = (path: string): boolean => path.startsWith('client/');
