import { forbiddenCodeRule } from './forbidden-code.ts';
import { isInSource } from './source-tree.ts';

/** Its next values can be computed from a few earlier ones, and nobody can see from a call what the value will guard. */
export const randomnessRule = forbiddenCodeRule({
  name: 'randomness',
  message: 'Math.random can be predicted: take node:crypto',
  pattern: /\bMath\s*\.\s*random\b/g,
  appliesTo: isInSource,
});
