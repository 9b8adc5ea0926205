import { forbiddenCodeRule } from './forbidden-code.ts';
import { isInSource } from './source-tree.ts';

/** Its values can be predicted from earlier ones, and a call does not show what its value will protect. */
export const randomnessRule = forbiddenCodeRule({
  name: 'randomness',
  message: 'Math.random can be predicted: take node:crypto',
  pattern: /\bMath\s*\.\s*random\b/g,
  appliesTo: isInSource,
});
