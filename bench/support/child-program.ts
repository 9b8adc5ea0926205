import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const FOLDER = join(import.meta.dirname, '..');

/** A process that runs until it is stopped. */
export interface Standing {
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Runs a program of this folder to its end in a separate process, so that load and service do not share a thread. It
 * gets `input` as JSON and answers one line of JSON.
 * @throws Error when it fails
 */
export async function runProgram<Answer>(name: string, input: object): Promise<Answer> {
  const child = startNode([resolve(FOLDER, name), JSON.stringify(input)], 'pipe');
  const lines: string[] = [];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => lines.push(line));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return JSON.parse(lines.at(-1) ?? '') as Answer;
}

/** Starts a program of this folder that serves; resolves with the first line of JSON that it prints. */
export async function startProgram<Answer>(name: string, input: object): Promise<Standing & { answer: Answer }> {
  const child = startNode([resolve(FOLDER, name), JSON.stringify(input)], 'pipe');
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  return { process: child, stop: () => stopProcess(child), answer: JSON.parse(line) as Answer };
}

export function startNode(args: string[], output: 'pipe' | number, env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', output, 'inherit'], env });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(forced);
}
