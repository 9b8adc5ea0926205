import { forbiddenCodeRule } from './forbidden-code.ts';

const READERS = ['src/platform/config/', 'test/support/', 'tools/', 'bench/'];

/** One reader, so that docs/configuration.md is complete and a bad value stops the start instead of a request. */
export const environmentRule = forbiddenCodeRule({
  name: 'environment',
  message: 'only src/platform/config reads the environment: pass a setting in (tests take theirs from test/support)',
  pattern: /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*(?:\?\.)?\[|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/g,
  appliesTo: (path) => !READERS.some((reader) => path.startsWith(reader)),
});
