import { forbiddenCodeRule } from './forbidden-code.ts';
import { isInSource, isTest } from './source-tree.ts';

/** They tell operators which engine is below, and decide nothing by it. */
const TELLERS = ['src/app/app-metrics.ts', 'src/cli/examine-store.ts', 'src/start/serve.ts'];

/** What differs by engine lives in one folder, or a third engine would have to be looked for everywhere. */
export const engineRule = forbiddenCodeRule({
  name: 'engine',
  message: 'only src/database knows the engine: let it offer what is wanted, by a name that says so',
  pattern: /\b(?:engine|Engine|engineOf)\b/g,
  appliesTo: (path) =>
    isInSource(path) && !isTest(path) && !path.startsWith('src/database/') && !TELLERS.includes(path),
});
