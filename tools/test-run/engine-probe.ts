import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'pg';

export interface Engine {
  readonly name: 'PostgreSQL' | 'Redis' | 'Chromium';
  /** For Chromium, the path of its program. */
  readonly url: string;
  /** Whether it was named in the environment: then its absence is a failure, not a reason to skip. */
  readonly demanded: boolean;
  /** Why it is unusable; undefined when it answered. */
  readonly problem: string | undefined;
}

const TIMEOUT_MS = 1000;

/** PostgreSQL at `TEST_DATABASE_URL`, else where a developer's machine has it. */
export async function findPostgres(demandedUrl: string | undefined): Promise<Engine> {
  const url = demandedUrl ?? 'postgres://root@127.0.0.1:5432/postgres';
  return { name: 'PostgreSQL', url, demanded: demandedUrl !== undefined, problem: await problemOf(askPostgres(url)) };
}

/** Redis at `TEST_REDIS_URL`, else where a developer's machine has it. Database 15 is least likely to hold anything. */
export async function findRedis(demandedUrl: string | undefined): Promise<Engine> {
  const url = demandedUrl ?? 'redis://127.0.0.1:6379/15';
  return { name: 'Redis', url, demanded: demandedUrl !== undefined, problem: await problemOf(askRedis(url)) };
}

async function problemOf(answer: Promise<void>): Promise<string | undefined> {
  try {
    await answer;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error);
  }
}

async function askPostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => {});
  }
}

/** A plain socket: the probe must not retry or queue as a client library would. */
async function askRedis(url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) };
  const socket = protocol === 'rediss:' ? connectTls(address) : connect(address);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
  try {
    socket.write(`${authentication(url)}PING\r\n`);
    await pongOf(socket);
  } finally {
    socket.destroy();
  }
}

async function pongOf(socket: Socket): Promise<void> {
  let answer = '';
  for await (const chunk of socket) {
    answer += chunk;
    if (answer.includes('+PONG\r\n')) return;
    if (/^-.*\r\n/m.test(answer)) break;
  }
  throw new Error(answer.trim() || 'hung up without an answer');
}

function authentication(url: string): string {
  const { username, password } = new URL(url);
  if (password === '') return '';
  const words = ['AUTH', ...(username === '' ? [] : [username]), password].map(decodeURIComponent);
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}
