import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type ProcessLink, processLink } from '../kernel/process-link.ts';
import { connectionInHand } from './connection-in-hand.ts';
import { type CrewRole, PROTOCOL, WORD } from './crew-role.ts';

/** One of the processes that serve together. */
export interface CrewMember {
  readonly slot: number;
  readonly pid: number;
  readonly link: ProcessLink;
  readonly begunAt: number;
  /** True when it serves, false when it ended instead. */
  readonly ready: Promise<boolean>;
  /** Resolves when it has ended, and all it held is given back. */
  readonly gone: Promise<string>;
  /** It takes requests, and has not been told to go. */
  isServing: boolean;
  /** It was told to work in the background. */
  works: boolean;
  /** How often in a row nothing was heard of it. */
  silences: number;
  kill(): void;
}

/** Connects a process with what it shares; returns what gives back whatever it holds once it is gone. */
export type Joining = (link: ProcessLink) => () => void;

const PROGRAM = fileURLToPath(new URL('./crew-process.ts', import.meta.url));

/** Begins a process. The parent accepts connections and hands them out in turn (docs/decisions/0012-processes.md). */
export function beginMember(role: Omit<CrewRole, 'protocol'>, joinings: readonly Joining[]): CrewMember {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: PROGRAM, args: [JSON.stringify({ ...role, protocol: PROTOCOL } satisfies CrewRole)] });
  const worker = cluster.fork();
  const cutInHand = connectionInHand(worker);
  const link = linkTo(worker);
  const leavings = joinings.map((join) => join(link));
  const gone = endOf(worker).then((how) => {
    if (member.isServing) cutInHand(); // what a process refuses while it makes way goes to another one
    member.isServing = false;
    link.cut();
    for (const leave of leavings) leave();
    return how;
  });
  const serves = new Promise<boolean>((resolve) => {
    link.on(WORD.ready, () => {
      member.isServing = true;
      resolve(true);
    });
  });
  const member: CrewMember = {
    slot: role.slot,
    pid: worker.process.pid ?? 0,
    link,
    begunAt: performance.now(),
    ready: Promise.race([serves, gone.then(() => false)]),
    gone,
    isServing: false,
    works: false,
    silences: 0,
    kill: () => worker.process.kill('SIGKILL'),
  };
  link.on(WORD.alive, () => {
    member.silences = 0;
  });
  return member;
}

const linkTo = (worker: Worker): ProcessLink =>
  processLink({
    send: (message, done) => worker.send(message, undefined, undefined, done),
    onMessage: (listener) => worker.on('message', listener),
  });

async function endOf(worker: Worker): Promise<string> {
  worker.on('error', () => {}); // a channel that broke: its end follows
  const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
  return signal ?? `exit code ${code}`;
}
