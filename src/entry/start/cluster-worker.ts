import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type ProcessLink, processLink } from '../../platform/kernel/process-link.ts';
import { MESSAGE, PROTOCOL, type WorkerStart } from './process-role.ts';

/** One of the processes that serve together. */
export interface ClusterWorker {
  readonly number: number;
  readonly pid: number;
  readonly link: ProcessLink;
  readonly begunAt: number;
  /** Resolves to true when it serves, false when it ended instead. */
  readonly ready: Promise<boolean>;
  /** Resolves when it has ended and everything it held is given back. */
  readonly gone: Promise<string>;
  /** Whether it accepts requests, and was not told to stop. */
  isServing: boolean;
  /** Whether it was told to do background work. */
  works: boolean;
  /** How many heartbeats in a row it missed. */
  silences: number;
  kill(): void;
}

/** Connects a process to shared resources. Returns a function that gives back what it holds, to be called when it is gone. */
export type SharedResource = (link: ProcessLink) => () => void;

const PROGRAM = fileURLToPath(new URL('./worker-process.ts', import.meta.url));

/** Starts a process. The parent accepts connections and distributes them in turn (docs/decisions/0012-processes.md). */
export function startWorker(
  start: Omit<WorkerStart, 'protocol'>,
  sharedResources: readonly SharedResource[],
): ClusterWorker {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({
    exec: PROGRAM,
    args: [JSON.stringify({ ...start, protocol: PROTOCOL } satisfies WorkerStart)],
  });
  const worker = cluster.fork();
  const cutInHand = connectionInHand(worker);
  const link = linkTo(worker);
  const releases = sharedResources.map((join) => join(link));
  const gone = endOf(worker).then((how) => {
    if (member.isServing) cutInHand(); // a connection that a retiring process refuses goes to another process
    member.isServing = false;
    link.cut();
    for (const release of releases) release();
    return how;
  });
  const serves = new Promise<boolean>((resolve) => {
    link.on(MESSAGE.ready, () => {
      member.isServing = true;
      resolve(true);
    });
  });
  const member: ClusterWorker = {
    number: start.number,
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
  link.on(MESSAGE.alive, () => {
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
  worker.on('error', () => {}); // the channel broke: the process's exit follows
  const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
  return signal ?? `exit code ${code}`;
}

/** The handle that Node.js passes to a process with a connection. */
interface Handle {
  /** Negative once it is closed, which it is after the process has accepted it. */
  readonly fd: number;
  close(): void;
}

/**
 * Remembers the connection that is being passed to a process; there is one at a time. `node:cluster` forgets it when the process
 * dies before accepting it, and the client would wait for ever. Returns a function that cuts that connection.
 */
function connectionInHand({ process: child }: Worker): () => void {
  let inHand: Handle | undefined;
  const send = child.send.bind(child) as (message: { act?: string }, handle?: unknown, ...rest: unknown[]) => boolean;
  const watched: typeof send = (message, handle, ...rest) => {
    if (message.act === 'newconn') inHand = handle as Handle;
    return send(message, handle, ...rest);
  };
  child.send = watched as typeof child.send;
  return () => {
    if (inHand !== undefined && inHand.fd >= 0) inHand.close();
  };
}
