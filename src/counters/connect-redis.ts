import type { Redis, RedisOptions } from 'ioredis';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { Secret } from '../kernel/secret.ts';
import { countersUnavailable } from './counters-errors.ts';

/** The part of the service's log that is used here. */
export interface RedisLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface RedisConnection {
  readonly redis: Redis;
  /** @throws AppError `counters.unavailable` unless Redis answers within a second. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const LONGEST_PAUSE: Milliseconds = seconds(2);

const OPTIONS: RedisOptions = {
  lazyConnect: true,
  connectTimeout: seconds(2),
  commandTimeout: seconds(1),
  // A hanging Redis with open sockets is given up after this, so that commands fail at once instead of after a second
  // each.
  socketTimeout: seconds(2),
  disconnectTimeout: seconds(1),
  // Limits fail closed and fast: nothing waits for Redis, and nothing is retried, which would count twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE),
  // After a failover this socket may reach a replica; a new one reaches the primary.
  reconnectOnError: (failure) => failure.message.startsWith('READONLY'),
};

/**
 * Connects to `redis[s]://user:password@host:port/db` and reconnects for ever, pausing 2 s at most. It waits only for
 * the first attempt: with Redis down it still returns, and every command fails until Redis is back. The client is
 * loaded here, so that a node without Redis does not pay for it.
 * @throws Error when the address itself is unusable
 */
export async function connectRedis(url: Secret, log: RedisLog): Promise<RedisConnection> {
  const address = parsedAddress(url);
  const client = await import('ioredis');
  const redis = new client.Redis(url.reveal(), OPTIONS);
  logOutages(redis, log, decodeURIComponent(address.password));
  await redis.connect().catch(() => {});
  return { redis, check: () => check(redis), close: () => close(redis) };
}

function parsedAddress(url: Secret): URL {
  try {
    const address = new URL(url.reveal());
    decodeURIComponent(address.password);
    if (/^rediss?:$/.test(address.protocol)) return address;
  } catch {
    // Neither the address nor the error that quotes it is shown: it may hold a password.
  }
  throw new Error('The address of Redis is not of the form redis[s]://user:password@host:port/db');
}

/** One line for each new cause of an outage and one when it is over, not one per retry. */
function logOutages(redis: Redis, log: RedisLog, password: string): void {
  let reported = '';
  const report = (reason: string) => {
    if (reason !== reported) log.warn({ reason }, 'Redis is unavailable');
    reported = reason;
  };
  // Without this handler a lost socket ends the process. Only the text is logged: the error of a failed handshake
  // carries the command and with it the password.
  redis.on('error', ({ message, name }: Error) => {
    const text = message || name;
    report(password === '' ? text : text.replaceAll(password, '…'));
  });
  // The client reports no error when the server closes the connection properly.
  redis.on('reconnecting', () => reported === '' && report('connection closed'));
  redis.on('ready', () => {
    if (reported !== '') log.info({}, 'Redis is available again');
    reported = '';
  });
}

async function check(redis: Redis): Promise<void> {
  try {
    await redis.ping();
  } catch (failure) {
    throw countersUnavailable(failure);
  }
}

async function close(redis: Redis): Promise<void> {
  // QUIT lets pending commands finish; an unreachable Redis cannot answer it.
  await redis.quit().catch(() => redis.disconnect());
}
