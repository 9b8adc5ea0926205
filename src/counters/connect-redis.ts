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
  // A Redis that hangs with open sockets: given up after this, so that commands then fail at once, not each after a second.
  socketTimeout: seconds(2),
  disconnectTimeout: seconds(1),
  // Limits fail closed and fast: nothing waits for Redis to come back, and nothing is sent twice, which would count twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE),
  // After a failover this socket may lead to what is now a replica; a new one is led to the master.
  reconnectOnError: (failure) => failure.message.startsWith('READONLY'),
};

/**
 * Connects to `redis[s]://user:password@host:port/db` and stays connected: reconnects for ever, pausing 2 s at most.
 * Waits for the first try only; with Redis away it returns all the same, and every command fails until Redis is there.
 * The client is loaded here, because a node without Redis shall not pay for its start and memory.
 * @throws Error when the address itself is unusable.
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
    // Neither the address nor the failure that quotes it is shown: whatever is wrong with it, it may hold a password.
  }
  throw new Error('The address of Redis is not of the form redis[s]://user:password@host:port/db');
}

/** A line for each new reason of an outage and one when it is over, not one for each of the endless tries. */
function logOutages(redis: Redis, log: RedisLog, password: string): void {
  let reported = '';
  const report = (reason: string) => {
    if (reason !== reported) log.warn({ reason }, 'Redis is away');
    reported = reason;
  };
  // Without this handler a lost socket ends the process. The text alone is logged: the error of a failed handshake
  // carries the command, and with it the password.
  redis.on('error', ({ message, name }: Error) => {
    const text = message || name;
    report(password === '' ? text : text.replaceAll(password, '…'));
  });
  // A connection that is closed in good order is no error to the client.
  redis.on('reconnecting', () => reported === '' && report('connection closed'));
  redis.on('ready', () => {
    if (reported !== '') log.info({}, 'Redis is back');
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
  // QUIT lets commands under way finish; a Redis that is away cannot answer it.
  await redis.quit().catch(() => redis.disconnect());
}
