// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresHosts, withDatabase } from './postgres-address.ts';
import { redisAddress } from './redis-address.ts';

const hosts = (text: string) => postgresHosts(text)?.map(({ name, url }) => [name, url]);

test('an address with several servers is split into one for each', () => {
  assert.deepEqual(hosts('postgres://u:p%40@a,b:5433,[::1]:5434/db?sslmode=require&target_session_attrs=read-write'), [
    ['a:5432', 'postgres://u:p%40@a/db?sslmode=require'],
    ['b:5433', 'postgres://u:p%40@b:5433/db?sslmode=require'],
    ['[::1]:5434', 'postgres://u:p%40@[::1]:5434/db?sslmode=require'],
  ]);
  assert.deepEqual(hosts('postgres://u@/db?host=a,b&port=6432'), [
    ['a:6432', 'postgres://u@a:6432/db'],
    ['b:6432', 'postgres://u@b:6432/db'],
  ]);
  assert.deepEqual(
    hosts('postgres:///db?host=/run/postgresql')?.map(([, url]) => url),
    ['postgres:///db?host=%2Frun%2Fpostgresql'],
  );
  assert.equal(
    withDatabase('postgres://u@a,b:5433/db?sslmode=require', 'druga'),
    'postgres://u@a,b:5433/druga?sslmode=require',
  );
});

test('an address of Redis or of its Sentinels is parsed', () => {
  const { sentinelName, servers, password, db, tls } =
    redisAddress('rediss+sentinel://:p%3A@a,b:26380/ime?db=2&sslrootcert=/ca') ?? {};
  assert.deepEqual([sentinelName, password, db, tls], ['ime', 'p:', 2, { ca: '/ca', cert: '', key: '' }]);
  assert.deepEqual(servers, [
    { host: 'a', port: 26379 },
    { host: 'b', port: 26380 },
  ]);
  const single = redisAddress('redis://user:pw@[::1]/5');
  assert.deepEqual(
    [single?.servers, single?.username, single?.db, single?.tls],
    [[{ host: '::1', port: 6379 }], 'user', 5, undefined],
  );
});
