// engine: postgres
import assert from 'node:assert/strict';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { collectingLog, isUnavailable } from '../../../test/support/redis-outage.ts';
import { testRedisUrl } from '../../../test/support/test-engine.ts';
import { systemClock } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { Secret } from '../kernel/secret.ts';
import { connectRedis, type RedisConnection } from './connect-redis.ts';
import { redisSlidingWindow } from './redis-sliding-window.ts';

const REDIS_URL = testRedisUrl ?? '';
const needsRedis = { skip: REDIS_URL === '' ? 'NOT RUN ON REDIS: TEST_REDIS_URL is not set' : false };

const PREFIX = `test:${opaqueId()}:`;

after(async () => {
  if (REDIS_URL === '') return;
  const { redis, close } = await connectRedis(new Secret(REDIS_URL), collectingLog().log);
  const left = await redis.keys(`${PREFIX}*`);
  if (left.length > 0) await redis.del(left);
  await close();
});

/** A proxy to Redis that can cut connections, or hold back answers like a server that hangs. */
class Line {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((near) => this.#join(near));
  isSilent = false;
  port = 0;

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.#server.address() as { port: number }).port;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(near: Socket): void {
    const far = connect(Number(new URL(REDIS_URL).port || 6379), new URL(REDIS_URL).hostname);
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => this.isSilent || near.write(bytes));
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  }
}

const windowOver = ({ redis }: RedisConnection) =>
  redisSlidingWindow(redis, { most: 10, within: minutes(1) }, systemClock, `${PREFIX}${opaqueId()}:`);

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 8_000; !(await holds()); ) {
    assert.ok(performance.now() < deadline, 'not within eight seconds');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const answers = ({ check }: RedisConnection): Promise<boolean> =>
  check().then(
    () => true,
    () => false,
  );

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test('a refused password is not logged', needsRedis, async (t) => {
  const { lines, log } = collectingLog();
  const url = new URL(REDIS_URL);
  url.username = 'nobody';
  url.password = 'geheim';
  const connection = await connectRedis(new Secret(url.href), log);
  t.after(() => connection.close());
  await assert.rejects(windowOver(connection).reserve('k'), isUnavailable);
  assert.match(lines.join(), /WRONGPASS/);
  assert.doesNotMatch(lines.join(), /geheim/);
});

test('a cut connection fails the pending call, repeats nothing and recovers by itself', needsRedis, async (t) => {
  const line = new Line();
  await line.open();
  const { lines, log } = collectingLog();
  const connection = await connectRedis(new Secret(`redis://127.0.0.1:${line.port}/15`), log);
  t.after(async () => {
    await connection.close();
    await line.cut();
  });
  const rule = { most: 2, within: minutes(5) };
  const window = redisSlidingWindow(connection.redis, rule, systemClock, `${PREFIX}${opaqueId()}:`);
  line.isSilent = true;
  const underWay = assert.rejects(window.take('k'), isUnavailable);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await line.cut();
  await underWay;
  line.isSilent = false;
  await line.open();
  await until(() => answers(connection));
  const taken = [await window.take('k'), await window.take('k')].map(({ allowed }) => allowed);
  assert.deepEqual(taken, [true, false], 'the one under way counted once');
  assert.ok(lines.at(-1)?.startsWith('Redis is available again'), lines.join('\n'));
});

test('a Redis that hangs delays calls by a second, then not at all, and recovers by itself', needsRedis, async (t) => {
  const line = new Line();
  await line.open();
  const connection = await connectRedis(new Secret(`redis://127.0.0.1:${line.port}/15`), collectingLog().log);
  t.after(async () => {
    await connection.close();
    await line.cut();
  });
  const window = windowOver(connection);
  assert.equal((await window.reserve('k')).kind, 'reserved');
  line.isSilent = true;
  const refused = () => assert.rejects(window.reserve('k'), isUnavailable);
  const first = await durationOf(refused);
  assert.ok(first < 1_300, `${first} ms`);
  await until(async () => (await durationOf(refused)) < 50);
  line.isSilent = false;
  await until(() => answers(connection));
  assert.equal((await window.reserve('k')).kind, 'reserved');
});

test('scripts lost by a restarted Redis are sent again', needsRedis, async (t) => {
  const connection = await connectRedis(new Secret(REDIS_URL), collectingLog().log);
  t.after(() => connection.close());
  const window = windowOver(connection);
  await window.take('k');
  await connection.redis.script('FLUSH');
  const taken = await Promise.all(Array.from({ length: 30 }, () => window.take('k')));
  assert.equal(taken.filter((answer) => answer.allowed).length, 9);
});
