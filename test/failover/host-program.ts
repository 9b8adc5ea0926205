import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A server of the cluster, with its child processes. */
export interface HostProgram {
  readonly log: string;
  /** Freezes it, like a host that hangs. */
  freeze(): void;
  thaw(): void;
  /** Kills it, like a host that loses power. */
  kill(): Promise<void>;
  /** Starts it again after it was killed. */
  start(): void;
}

export interface HostProgramStart {
  readonly name: string;
  readonly command: string;
  readonly words: readonly string[];
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: { readonly uid?: number; readonly gid?: number };
  /** The pid file of a server that it starts and that outlives it. */
  readonly pidFile?: string;
}

export function startHostProgram(t: TestContext, how: HostProgramStart): HostProgram {
  const log = join(how.folder, `${how.name}.log`);
  let child = run(how, log);
  const all = (): number[] => withChildren([child.pid ?? 0, pidIn(how.pidFile)].filter((pid) => pid > 0));
  const signal = (name: NodeJS.Signals) => {
    for (const pid of all()) tryKill(pid, name);
  };
  const kill = async () => {
    signal('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  t.after(kill);
  return {
    log,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    kill,
    start: () => {
      child = run(how, log);
    },
  };
}

function run({ command, words, folder, env, user }: HostProgramStart, log: string): ChildProcess {
  const output = openSync(log, 'a');
  const child = spawn(command, words, {
    cwd: folder,
    stdio: ['ignore', output, output],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', HOME: folder, ...env },
    ...user,
  });
  closeSync(output);
  return child;
}

/** The first line of a pid file; 0 without one. */
export function pidIn(file: string | undefined): number {
  try {
    return file === undefined ? 0 : Number(readFileSync(file, 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

function tryKill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}

/** Processes with all their descendants; ignores outdated pid files. */
function withChildren(roots: readonly number[]): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc').map(Number).filter(Boolean)) {
    const [, stat] = readStat(entry).split(') ');
    if (stat !== undefined) parents.set(entry, Number(stat.split(' ')[1]));
  }
  const found = new Set(roots.filter((pid) => parents.has(pid)));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
