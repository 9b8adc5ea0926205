import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

/** A server of the test, ended with it. */
export interface OwnProcess {
  readonly pid: number;
  /** What it wrote so far. */
  output(): string;
  end(): Promise<void>;
}

/** Starts a program and waits until it answers on its port. @throws Error with its output when it does not */
export async function startOwnProcess(
  t: TestContext,
  command: string,
  words: readonly string[],
  { port, owner = {} }: { port: number; owner?: { uid?: number; gid?: number } },
): Promise<OwnProcess> {
  const child = spawn(command, words, { ...owner, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const end = async () => {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    if (!isOver()) await once(child, 'exit');
  };
  t.after(end);
  for (const giveUpAt = performance.now() + 20_000; !(await answers(port)); await pause(25))
    if (isOver() || performance.now() > giveUpAt) throw new Error(`${command} does not answer: ${output}`);
  return { pid: child.pid ?? 0, output: () => output, end };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Where a program is, on the path or where Debian has servers. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
