import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const SERVE = [join(import.meta.dirname, '../../bin/serve.js')];
const READY_WITHIN_MS = 60_000; // far more than a start takes, for machines with much else to do

/** Each with its data folder. */
const running = new Map<ChildProcess, string | undefined>();
// A failing hook prevents later ones; no process may be left behind.
process.once('exit', () => {
  for (const child of running.keys()) child.kill('SIGKILL');
});

/** Ends those that still use a folder, before it is removed: a failing hook would leave them, and the runner would wait. */
export function killProcessesIn(dataDir: string): void {
  for (const [child, folder] of running) if (folder === dataDir) child.kill('SIGKILL');
}

export interface ProcessAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  readonly body: any;
  readonly headers: IncomingMessage['headers'];
  /** From sending to the last byte of the answer. */
  readonly ms: number;
}

export interface ProcessCall {
  readonly token?: string;
  readonly body?: unknown;
  /** The client address, believed where the process has `SVC_TRUSTED_PROXIES=127.0.0.1`. */
  readonly from?: string;
  /** Another pool of connections than the usual one. */
  readonly agent?: Agent;
  readonly giveUpAfterMs?: number;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The real service in its own process, started as an operator would. */
export interface ServiceProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves when it has ended in any way. */
  readonly exited: Promise<Exit>;
  /** What it wrote to both outputs so far. */
  output(): string;
  /** `target` is `METHOD /path`. Rejects when no whole answer comes. */
  call(target: string, call?: ProcessCall): Promise<ProcessAnswer>;
  signIn(email: string, password: string, from?: string): Promise<ProcessAnswer>;
  /** Ends it on the spot (SIGKILL). */
  kill(): Promise<void>;
  /** Asks it to stop (SIGTERM). */
  stop(): Promise<Exit & { readonly ms: number }>;
}

/** Starts a process and waits until it is ready. It is ended with the test. */
export async function startProcess(
  t: TestContext,
  env: Environment,
  port?: number,
  stdout?: Output,
  program?: readonly string[],
): Promise<ServiceProcess> {
  const service = await spawnProcess(t, env, port, stdout, program);
  await untilReady(service);
  return service;
}

export type Environment = Readonly<Record<string, string>>;

/** Standard output: read by the test by default; a socket nobody reads; a descriptor of the test. */
export type Output = 'read' | 'unread' | number;

/** Like `startProcess` without waiting: for failing and for concurrent starts. */
export async function spawnProcess(
  t: TestContext,
  env: Environment,
  wanted?: number,
  stdout: Output = 'read',
  program: readonly string[] = SERVE,
): Promise<ServiceProcess> {
  const port = wanted ?? (await freePort());
  const child = spawn(process.execPath, program, {
    env: { PATH: '/usr/bin:/bin', SVC_PUBLIC_URL: 'http://127.0.0.1:8080', ...env, SVC_PORT: String(port) },
    stdio: ['ignore', typeof stdout === 'number' ? stdout : 'pipe', 'pipe'],
  });
  running.set(child, env.SVC_DATA_DIR);
  const output = outputOf(stdout === 'read' ? [child.stdout, child.stderr] : [child.stderr]);
  const exited = exitOf(child);
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
    agent.destroy();
  };
  t.after(end);
  const call: ServiceProcess['call'] = (target, options = {}) => callProcess(port, target, { agent, ...options });
  return {
    pid: child.pid ?? 0,
    port,
    exited,
    output,
    call,
    signIn: (email, password, from) =>
      call('POST /api/auth/login', { body: { email, password }, ...(from === undefined ? {} : { from }) }),
    kill: end,
    stop: async () => {
      const started = performance.now();
      child.kill('SIGTERM');
      return { ...(await exited), ms: performance.now() - started };
    },
  };
}

/**
 * `together`: how many start at once, and share the processors while they load.
 * @throws Error with the output when it ends instead, or takes too long
 */
export async function untilReady({ call, exited, output }: ServiceProcess, together = 1): Promise<void> {
  let end: Exit | undefined;
  void exited.then((exit) => {
    end = exit;
  });
  for (const giveUpAt = performance.now() + together * READY_WITHIN_MS; performance.now() < giveUpAt; await pause(5)) {
    const answer = await call('GET /health/ready').catch(() => undefined);
    if (answer?.status === 200) return;
    if (end) throw new Error(`The service ended with ${end.code ?? end.signal}: ${output()}`);
  }
  throw new Error(`The service was not ready in time: ${output()}`);
}

/** A currently free port; later calls return others. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function outputOf(streams: readonly (Readable | null)[]): () => string {
  const chunks: string[] = [];
  for (const stream of streams) stream?.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  return () => chunks.join('');
}

const exitOf = async (child: ChildProcess): Promise<Exit> => {
  const [code, signal] = (await once(child, 'close')) as [Exit['code'], Exit['signal']];
  running.delete(child);
  return { code, signal };
};

/** `target` is `METHOD /path`. Rejects when no whole answer comes. */
export async function callProcess(port: number, target: string, call: ProcessCall): Promise<ProcessAnswer> {
  const [method, path] = target.split(' ');
  const { token, body, from, agent, giveUpAfterMs = 30_000 } = call;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  const started = performance.now();
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent });
  sent.on('error', () => {}); // the one below may come after the listener of `once` is gone
  sent.setTimeout(giveUpAfterMs, () => sent.destroy(new Error(`No answer within ${giveUpAfterMs} ms`)));
  sent.end(payload);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const text = await textOf(answer);
  return {
    status: answer.statusCode ?? 0,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    headers: answer.headers,
    ms: performance.now() - started,
  };
}

/** Rejects when the connection breaks before the last byte. */
async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
