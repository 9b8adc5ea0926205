import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { runCommandLine } from '../../src/entry/cli/command-line.ts';
import { commands } from '../../src/entry/cli/commands.ts';
import { type CommandResult, type Environment, nothingElse } from './command-process.ts';

/** What the command under way has written to each stream. */
interface Screen {
  readonly stdout: string[];
  readonly stderr: string[];
}

const screens = new AsyncLocalStorage<Screen>();
captureWrites('stdout');
captureWrites('stderr');

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs an operator command in this process, with an isolated environment, one at a time. A separate process
 * (`runCommandProcess`) takes half a second of CPU, and is for races and for what only a shell sees.
 */
export function runCommand(words: string, env: Environment, input = ''): Promise<CommandResult> {
  const run = last.then(() => runAlone(words.split(' '), env, input));
  last = run.catch(() => {});
  return run;
}

async function runAlone(words: readonly string[], env: Environment, input: string): Promise<CommandResult> {
  const giveBack = replaceSurroundings(env, input);
  const screen: Screen = { stdout: [], stderr: [] };
  try {
    const code = await screens.run(screen, () => runCommandLine(commands, words));
    return { code, out: screen.stdout.join(''), err: screen.stderr.join('') };
  } finally {
    giveBack();
  }
}

/** Returns how to undo it. */
function replaceSurroundings(env: Environment, input: string): () => void {
  const before = { env: process.env, stdin: Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor };
  process.env = { ...nothingElse, ...env };
  Object.defineProperty(process, 'stdin', { ...before.stdin, get: () => Readable.from(input === '' ? [] : [input]) });
  return () => {
    process.env = before.env;
    Object.defineProperty(process, 'stdin', before.stdin);
  };
}

/** Captures only the command's writes: the test runner reports over the same streams. */
function captureWrites(name: keyof Screen): void {
  const stream = process[name];
  const write = stream.write.bind(stream);
  stream.write = (...given: unknown[]): boolean => {
    const screen = screens.getStore();
    if (screen === undefined) return write(...(given as Parameters<typeof write>));
    screen[name].push(String(given[0]));
    return true;
  };
}
