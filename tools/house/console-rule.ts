import { forbiddenCodeRule } from './forbidden-code.ts';

const TERMINALS = ['src/entry/cli/', 'src/cli.ts', 'src/main.ts', 'src/entry/start/', 'tools/', 'bench/'];

/** The log redacts secrets and carries the request's id; the console does neither. */
export const consoleRule = forbiddenCodeRule({
  name: 'console',
  message: 'only main, cli, tools and bench write to the terminal: take the logger',
  pattern: /\bconsole\s*(?:\?\.|\.|\[)/g,
  appliesTo: (path) => !TERMINALS.some((terminal) => path.startsWith(terminal)),
});
