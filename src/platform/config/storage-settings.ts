import { postgresHosts } from './postgres-address.ts';
import { redisAddress } from './redis-address.ts';
import type { serverSettings } from './server-settings.ts';
import { choiceSetting, integerSetting, secretSetting, textSetting, type Values } from './setting.ts';

/** A bucket, and how it is reached. */
export interface FilesAddress {
  readonly bucket: string;
  /** The prefix of every key: empty, or ending with a slash. */
  readonly prefix: string;
  /** The address of the server, without bucket and path. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is the first part of the path, or of the host name. */
  readonly style: 'path' | 'host';
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const KNOWN = ['endpoint', 'region', 'style'];

/** Parses `s3://bucket/prefix?endpoint=…&region=…&style=…`; `undefined` for anything else. */
export function filesAddress(text: string): FilesAddress | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return undefined;
  if ([...url.searchParams.keys()].some((name, index, all) => !KNOWN.includes(name) || all.indexOf(name) !== index))
    return undefined;
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const given = url.searchParams.get('endpoint');
  const endpoint = originOf(given ?? `https://s3.${region}.amazonaws.com`);
  const style = url.searchParams.get('style') ?? (given === null ? 'host' : 'path');
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  const prefix = path === '' ? '' : `${path}/`;
  const fits = BUCKET.test(url.hostname) && PREFIX.test(prefix) && REGION.test(region) && endpoint !== undefined;
  if (!fits || (style !== 'path' && style !== 'host')) return undefined;
  return { bucket: url.hostname, prefix, endpoint, region, style };
}

/** What is wrong with `…_URL` and the settings of its keys, whose names begin with `prefix`. */
export function bucketProblems(prefix: string, { url, hasKeys }: { url: string; hasKeys: boolean }): string[] {
  const problems: string[] = [];
  if (filesAddress(url) === undefined)
    problems.push(`${prefix}_URL must be s3://bucket/prefix?endpoint=https://host:port&region=…, without credentials`);
  if (!hasKeys) problems.push(`${prefix}_S3_ACCESS_KEY and ${prefix}_S3_SECRET_KEY must be set with ${prefix}_URL`);
  return problems;
}

/** Whether two addresses share objects, which one would take for its own. */
export function overlaps(one: string, other: string): boolean {
  const [first, second] = [filesAddress(one), filesAddress(other)];
  if (first === undefined || second === undefined) return false;
  if (first.endpoint !== second.endpoint || first.bucket !== second.bucket) return false;
  return first.prefix.startsWith(second.prefix) || second.prefix.startsWith(first.prefix);
}

/** The origin of an address. `undefined` with a query, path or credentials, which would not be sent to the server. */
function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const fits = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return fits && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined;
}

export const filesSettings = {
  filesUrl: textSetting('SVC_FILES_URL', {
    fallback: '',
    why: 'Uploads, documents and staged imports in an S3 bucket instead of a folder: `s3://bucket/prefix?endpoint=https://host:port&region=…`. Without `endpoint`: Amazon’s of the region. `style=host` puts the bucket into the host’s name, as Amazon has it; with an endpoint the path is usual.',
  }),
  filesAccessKey: secretSetting('SVC_FILES_S3_ACCESS_KEY', {
    why: 'Access key for the bucket of `SVC_FILES_URL`. It needs to get, put, delete and list.',
  }),
  filesSecretKey: secretSetting('SVC_FILES_S3_SECRET_KEY', {
    why: 'The secret that belongs to the access key.',
  }),
} as const;

/** Problems with these settings taken together. */
export function filesProblems(
  { filesUrl, filesAccessKey, filesSecretKey }: Values<typeof filesSettings>,
  { filesDir }: Pick<Values<typeof serverSettings>, 'filesDir'>,
): string[] {
  if (!filesUrl) return [];
  const problems = bucketProblems('SVC_FILES', { url: filesUrl, hasKeys: !!filesAccessKey && !!filesSecretKey });
  if (filesDir) problems.push('SVC_FILES_URL and SVC_FILES_DIR are both set; set one');
  return problems;
}

export const storageSettings = {
  databaseUrl: secretSetting('SVC_DATABASE_URL', {
    range: 'postgres://user:password@host[:port][,host[:port]…]/name',
    why: 'Empty: the embedded SQLite file `iskaznica.db` in the data folder. Needed for more than one node. Of several hosts the one that takes writes is used. `sslmode`, `sslrootcert`, `sslcert` and `sslkey` as libpq has them.',
    problemOf: (url) =>
      postgresHosts(url) === undefined
        ? 'must be an address that begins with postgres://, of servers of which one takes writes'
        : undefined,
  }),
  databasePool: integerSetting('SVC_DATABASE_POOL', {
    fallback: 10,
    min: 2,
    max: 200,
    why: 'Most connections to PostgreSQL that this node opens. Several processes share them out, four or more to each.',
  }),
  databasePooler: choiceSetting('SVC_DATABASE_POOLER', {
    fallback: 'none',
    choices: ['none', 'session', 'transaction'],
    why: 'The mode of a PgBouncer between this node and PostgreSQL.',
  }),
  redisUrl: secretSetting('SVC_REDIS_URL', {
    range: 'redis[s]://user:password@host:port/db, redis[s]+sentinel://host1,host2,host3/name',
    why: 'Shares the counters of limits between nodes. Empty: each node counts for itself. With Sentinels the primary that they name is used. `sslrootcert`, `sslcert` and `sslkey` name files as for PostgreSQL.',
    problemOf: (url) =>
      redisAddress(url) === undefined
        ? 'must be an address that begins with redis:// or rediss://, or with +sentinel before the colon'
        : undefined,
  }),
} as const;
