import { forbiddenCodeRule } from './forbidden-code.ts';

/** A literal that is spread where its members could stand only keeps the formatter from breaking lines. */
export const spreadLiteralRule = forbiddenCodeRule({
  name: 'spread-literals',
  message: 'write the members themselves, and let the formatter format',
  pattern: /\.\.\.\{/g,
  appliesTo: (path) => /\.tsx?$/.test(path),
});
