import { forbiddenCodeRule } from './forbidden-code.ts';
import { isInSource, isTest } from './source-tree.ts';

/** Files that show the engine to operators, but decide nothing by it. */
const TELLERS = ['src/app/app-metrics.ts', 'src/cli/examine-store.ts', 'src/start/serve.ts'];

/** Differences between engines are in one folder, so that a third engine would only change that folder. */
export const engineRule = forbiddenCodeRule({
  name: 'engine',
  message: 'only src/database knows the engine: let it offer what is wanted, by a name that says so',
  pattern: /\b(?:engine|Engine|engineOf)\b/g,
  appliesTo: (path) =>
    isInSource(path) && !isTest(path) && !path.startsWith('src/database/') && !TELLERS.includes(path),
});
