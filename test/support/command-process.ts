import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const CLI = join(import.meta.dirname, '../../bin/iskaznica.js');
const DEMO = join(import.meta.dirname, '../../bin/demo.js');
const ENDED_AFTER_MS = 50_000;

export type Environment = Readonly<Record<string, string>>;

/** The whole environment of a command besides what a test sets. */
export const nothingElse = { PATH: '/usr/bin:/bin' };

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs an operator command to its end in its own process, with an isolated environment. */
export async function runCommandProcess(words: string, env: Environment, input = ''): Promise<CommandResult> {
  const child = spawnCommand(words.split(' '), env);
  const [out, err] = [textOf(child.stdout), textOf(child.stderr)];
  child.stdin?.on('error', () => {}).end(input); // a command that reads nothing may end first
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: out(), err: err() };
}

export interface RunningCommand {
  /** Output so far. */
  out(): string;
  /** Waits for the pattern and returns its first group. @throws Error with the output when the command ends first */
  shows(pattern: RegExp): Promise<string>;
  /** Sends SIGTERM and waits for the exit code. */
  stop(): Promise<number | null>;
  /** Kills it. */
  kill(): Promise<void>;
  hasEnded(): boolean;
  /** Waits for its own end. */
  ended(): Promise<void>;
  /** The same, and what came of it. */
  result(): Promise<CommandResult>;
}

/** Starts a long-running command, stopped with the test. */
export function startCommand(t: TestContext, words: string, env: Environment): RunningCommand {
  const child = spawnCommand(words.split(' '), env);
  const [out, err] = [textOf(child.stdout), textOf(child.stderr)];
  const closed = once(child, 'close') as Promise<[number | null]>;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await closed)[0];
  };
  t.after(() => end('SIGKILL'));
  return {
    out,
    shows: async (pattern) => {
      for (;;) {
        const found = pattern.exec(out());
        if (found) return found[1] ?? '';
        if (child.exitCode !== null || child.signalCode !== null) break;
        await pause(10);
      }
      throw new Error(`"${words}" did not show ${pattern}: ${out()}${err()}`);
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended: async () => void (await closed),
    result: async () => ({ code: (await closed)[0], out: out(), err: err() }),
  };
}

const spawnCommand = (words: readonly string[], env: Environment): ChildProcess =>
  spawn(process.execPath, words[0] === 'demo' ? [DEMO, ...words.slice(1)] : [CLI, ...words], {
    env: { ...nothingElse, ...env },
    stdio: 'pipe',
    timeout: ENDED_AFTER_MS, // nothing may outlive a forgetful test
    killSignal: 'SIGKILL',
  });

function textOf(stream: ChildProcess['stdout']): () => string {
  const chunks: string[] = [];
  stream?.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  return () => chunks.join('');
}
