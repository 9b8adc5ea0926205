import { integerSetting, secretSetting } from './setting.ts';

export const storageSettings = {
  databaseUrl: secretSetting('SVC_DATABASE_URL', {
    range: 'postgres://user:password@host:port/name',
    why: 'Empty: the embedded SQLite file `iskaznica.db` in the data folder. Needed for more than one node.',
  }),
  databasePool: integerSetting('SVC_DATABASE_POOL', {
    fallback: 10,
    min: 2,
    max: 200,
    why: 'Most connections to PostgreSQL that this node opens. Several processes share them out, four or more to each.',
  }),
  redisUrl: secretSetting('SVC_REDIS_URL', {
    range: 'redis[s]://user:password@host:port/db',
    why: 'Shares the counters of limits between nodes. Empty: each node counts for itself.',
  }),
} as const;
