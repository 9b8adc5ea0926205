import { isIP } from 'node:net';
import type { Redis, RedisOptions } from 'ioredis';
import { type RedisAddress, readCertificates, redisAddress } from '../config/redis-address.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { Secret } from '../kernel/secret.ts';
import { messageOf } from '../kernel/unchecked.ts';
import { countersUnavailable } from './counters-errors.ts';

/** The methods of the service's log that are used here. */
export interface RedisLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface RedisConnection {
  readonly redis: Redis;
  /** @throws AppError `counters.unavailable` unless Redis answers within a second. */
  check(): Promise<void>;
  /** How often it became unavailable since this process started. */
  losses(): number;
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
 * Connects to Redis, or to the primary that Sentinels name, and reconnects for ever, pausing 2 s at most. It waits only for
 * the first attempt: with Redis down it still returns, and every command fails until Redis is back. The client is
 * loaded here, so that a node without Redis does not pay for it.
 * @throws Error when the address itself is unusable
 */
export async function connectRedis(url: Secret, log: RedisLog): Promise<RedisConnection> {
  const address = redisAddress(url.reveal());
  // The address is not shown: it may hold a password.
  if (address === undefined) throw new Error('SVC_REDIS_URL is not an address of Redis');
  const options = optionsOf(address);
  const client = await import('ioredis');
  const redis = new client.Redis(options);
  const outages = logOutages(redis, log, [address.password, address.sentinelPassword]);
  await redis.connect().catch(() => {});
  return { redis, check: () => check(redis), losses: () => outages.count, close: () => close(redis) };
}

function optionsOf(address: RedisAddress): RedisOptions {
  const { servers, sentinelName, username, password, sentinelPassword, db } = address;
  const [{ host, port } = { host: '', port: 0 }] = servers; // there is one
  const tls = certificatesOf(address);
  const common: RedisOptions = { ...OPTIONS, db, ...(username && { username }), ...(password && { password }) };
  if (sentinelName === undefined) return { ...common, host, port, ...(tls && { tls: { ...tls, ...nameOf(host) } }) };
  return {
    ...common,
    sentinels: [...servers],
    name: sentinelName,
    ...(sentinelPassword && { sentinelPassword }),
    // A silent Sentinel is skipped; if all are silent, the pauses above apply.
    sentinelCommandTimeout: seconds(1),
    sentinelRetryStrategy: () => null,
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  };
}

/** Addresses have no names to ask for (RFC 6066 §3). */
const nameOf = (host: string) => (isIP(host) === 0 ? { servername: host } : {});

function certificatesOf(address: RedisAddress) {
  try {
    return readCertificates(address);
  } catch (error) {
    throw new Error(`SVC_REDIS_URL cannot be used: ${messageOf(error)}`);
  }
}

/** One line for each new cause of an outage and one when it is over, not one per retry. */
function logOutages(redis: Redis, log: RedisLog, passwords: readonly string[]): { count: number } {
  const outages = { count: 0 };
  const secrets = passwords.filter((password) => password !== '');
  let reported = '';
  const report = (reason: string) => {
    if (reported === '') outages.count++;
    if (reason !== reported) log.warn({ reason }, 'Redis is unavailable');
    reported = reason;
  };
  // Without this handler a lost socket ends the process. Only the text is logged: the error of a failed handshake
  // carries the command and with it the password.
  redis.on('error', ({ message, name }: Error) =>
    report(secrets.reduce((text, password) => text.replaceAll(password, '…'), message || name)),
  );
  // The client reports no error when the server closes the connection properly.
  redis.on('reconnecting', () => reported === '' && report('connection closed'));
  redis.on('ready', () => {
    if (reported !== '') log.info({}, 'Redis is available again');
    reported = '';
  });
  return outages;
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
