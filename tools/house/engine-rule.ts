import { forbiddenCodeRule } from './forbidden-code.ts';
import { isInSource, isTest } from './source-tree.ts';

/** Files that show the engine to operators, but decide nothing by it. */
const TELLERS = ['src/entry/app/app-metrics.ts', 'src/entry/cli/examine-store.ts', 'src/entry/start/serve.ts'];

/** Differences between engines are in one folder, so that a third engine would only change that folder. */
export const engineRule = forbiddenCodeRule({
  name: 'engine',
  message: 'only src/platform/database knows the engine: let it offer what is wanted, by a name that says so',
  pattern: /\b(?:engine|Engine|engineOf)\b/g,
  appliesTo: (path) =>
    isInSource(path) && !isTest(path) && !path.startsWith('src/platform/database/') && !TELLERS.includes(path),
});
