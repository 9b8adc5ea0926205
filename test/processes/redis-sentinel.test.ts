// engine: none
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connectRedis, type RedisConnection } from '../../src/platform/counters/connect-redis.ts';
import { redisSlidingWindow } from '../../src/platform/counters/redis-sliding-window.ts';
import { systemClock } from '../../src/platform/kernel/clock.ts';
import { minutes } from '../../src/platform/kernel/durations.ts';
import { Secret } from '../../src/platform/kernel/secret.ts';
import { makeAuthority } from '../support/own-authority.ts';
import { findProgram, type OwnProcess, startOwnProcess } from '../support/own-process.ts';
import { collectingLog, isUnavailable } from '../support/redis-outage.ts';
import { freePort } from '../support/service-process.ts';

const REDIS = findProgram('redis-server');
const skip = REDIS === undefined ? '!!! Redis is not installed: NOT RUN !!!' : false;
const PASSWORD = 'tajna-lozinka';
const NAME = 'iskaznica';

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-redis-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const server = (t: TestContext, port: number, words: readonly string[]): Promise<OwnProcess> =>
  startOwnProcess(t, REDIS ?? '', ['--bind', '127.0.0.1', '--dir', folderOf(t), '--save', '', ...words], { port });

async function startSentinel(t: TestContext, primary: number): Promise<number> {
  const port = await freePort();
  const file = join(folderOf(t), 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `sentinel monitor ${NAME} 127.0.0.1 ${primary} 2`,
    `sentinel auth-pass ${NAME} ${PASSWORD}`,
    `sentinel down-after-milliseconds ${NAME} 1000`,
    `sentinel failover-timeout ${NAME} 5000`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  await startOwnProcess(t, REDIS ?? '', [file, '--sentinel'], { port });
  return port;
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (const giveUpAt = performance.now() + 20_000; !(await holds()); await pause(50))
    assert.ok(performance.now() < giveUpAt, what);
}

const answers = ({ check }: RedisConnection): Promise<boolean> =>
  check().then(
    () => true,
    () => false,
  );

test("the Sentinels' primary is used, and its successor when it freezes", { skip }, async (t) => {
  const [first, second] = [await freePort(), await freePort()];
  const secret = ['--requirepass', PASSWORD, '--masterauth', PASSWORD];
  const primary = await server(t, first, ['--port', `${first}`, ...secret]);
  await server(t, second, ['--port', `${second}`, ...secret, '--replicaof', '127.0.0.1', `${first}`]);
  const sentinels = [await startSentinel(t, first), await startSentinel(t, first), await startSentinel(t, first)];
  const gone = await freePort(); // the first of the list does not answer
  const hosts = [gone, ...sentinels].map((port) => `127.0.0.1:${port}`).join(',');
  const { log, lines } = collectingLog();
  const connection = await connectRedis(new Secret(`redis+sentinel://:${PASSWORD}@${hosts}/${NAME}?db=3`), log);
  t.after(() => connection.close());
  await until(() => answers(connection), `the primary is found: ${lines.join('\n')}`);
  const portOf = async () => /tcp_port:(\d+)/.exec(await connection.redis.info('server'))?.[1];
  assert.equal(await portOf(), String(first));
  const window = redisSlidingWindow(connection.redis, { most: 3, within: minutes(1) }, systemClock, 'test:');
  assert.equal((await window.take('k')).allowed, true);
  await until(
    async () => /slave0:.*state=online/.test(await connection.redis.info('replication')),
    'the replica follows',
  );
  const known = async () => {
    const asked = await connectRedis(new Secret(`redis://127.0.0.1:${sentinels[0]}`), log);
    const found = String(await asked.redis.call('sentinel', 'replicas', NAME));
    await asked.close();
    return found.includes(String(second));
  };
  await until(known, 'the Sentinels know it');

  process.kill(primary.pid, 'SIGSTOP');
  await assert.rejects(window.take('k'), isUnavailable);
  await until(async () => (await answers(connection)) && (await portOf()) === String(second), 'its successor is found');
  assert.equal((await window.take('k')).allowed, true);
  assert.ok(connection.losses() >= 1);
  assert.doesNotMatch(lines.join(), new RegExp(PASSWORD));
});

test('TLS with a private authority and a client certificate works', { skip }, async (t) => {
  const authority = makeAuthority(t);
  if (authority === undefined) return t.diagnostic('!!! openssl is not installed: NOT RUN !!!');
  const port = await freePort();
  const { ca, server: of, client } = authority;
  const tls = ['--tls-port', `${port}`, '--port', '0', '--tls-ca-cert-file', ca];
  await server(t, port, [...tls, '--tls-cert-file', of.cert, '--tls-key-file', of.key, '--tls-auth-clients', 'yes']);
  const reach = async (query: string) => {
    const connection = await connectRedis(new Secret(`rediss://127.0.0.1:${port}${query}`), collectingLog().log);
    const isThere = await answers(connection);
    await connection.close();
    return isThere;
  };
  assert.equal(await reach(`?sslrootcert=${ca}&sslcert=${client.cert}&sslkey=${client.key}`), true);
  assert.equal(await reach(`?sslrootcert=${ca}`), false, 'without a certificate');
  assert.equal(await reach(`?sslcert=${client.cert}&sslkey=${client.key}`), false, 'of an unknown authority');
  await assert.rejects(reach('?sslrootcert=/nema/takve'), /SVC_REDIS_URL cannot be used: .*ENOENT/);
});
