import { bucketProblems } from './files-address.ts';
import { postgresHosts } from './postgres-address.ts';
import { redisAddress } from './redis-address.ts';
import type { serverSettings } from './server-settings.ts';
import { choiceSetting, integerSetting, secretSetting, textSetting, type Values } from './setting.ts';

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
