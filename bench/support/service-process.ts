import { openSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Standing, startNode, stopProcess } from './child-program.ts';

const MAIN = join(import.meta.dirname, '../../bin/serve.js');
/** A refused connection costs the service nothing, so readiness is polled often. */
const ASK_EVERY_MS = 5;
const READY_WITHIN_MS = 90_000;

/** Turns limits off: they are not measured, and all clients share an address, or forward one like a proxy. */
const UNLIMITED = {
  SVC_LOGIN_IP_THRESHOLD: '1000000',
  SVC_LOGIN_LOCK_THRESHOLD: '20',
  SVC_TRUSTED_PROXIES: '127.0.0.1',
  SVC_PRIVATE_ADDRESSES: '127.0.0.0/8', // where the receiver of events is
};

export interface ServiceProcess extends Standing {
  readonly url: string;
  /** From the start of the process to the first answer 200 of `/health/ready`. */
  readonly readyAfterMs: number;
}

/**
 * Starts the real service as `npm start` does, its log in a file of the data folder.
 * @param program another build of the service: the arguments of Node.js
 */
export async function startService(
  env: Readonly<Record<string, string>>,
  program: readonly string[] = [MAIN],
): Promise<ServiceProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(join(env.SVC_DATA_DIR ?? '.', 'service.log'), 'a');
  const startedAt = performance.now();
  const flags = process.env.BENCH_NODE_FLAGS?.split(' ') ?? []; // for instance --cpu-prof
  const process_ = startNode([...flags, ...program], log, {
    ...process.env,
    ...UNLIMITED,
    ...env,
    SVC_PORT: String(port),
  });
  const stop = () => stopProcess(process_);
  while (!(await isReady(url))) {
    if (process_.exitCode !== null) throw new Error(`The service ended with ${process_.exitCode}`);
    if (performance.now() - startedAt > READY_WITHIN_MS) throw new Error('The service does not become ready');
    await pause(ASK_EVERY_MS);
  }
  return { url, process: process_, stop, readyAfterMs: performance.now() - startedAt };
}

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request(`${url}/health/ready`, { agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200));
    });
    asking.on('error', () => resolve(false));
    asking.end();
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
