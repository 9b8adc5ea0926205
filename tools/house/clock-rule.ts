import { forbiddenCodeRule } from './forbidden-code.ts';
import { isInSource } from './source-tree.ts';

/** Time comes from the injected `Clock`, or no test could move it. `new Date(value)` only converts and is fine. */
export const clockRule = forbiddenCodeRule({
  name: 'clock',
  message: 'time comes from the injected Clock (src/platform/kernel/clock.ts); spans are measured by performance.now()',
  pattern: /\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\(\s*[^)\s])|\bTemporal\s*\.\s*Now\b/g,
  appliesTo: (path) => isInSource(path) && path !== 'src/platform/kernel/clock.ts',
});
