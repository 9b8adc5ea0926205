// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRedisUrl } from '../../../test/support/test-engine.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { connectRedis } from '../../platform/counters/connect-redis.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { Secret } from '../../platform/kernel/secret.ts';

if (testRedisUrl === undefined)
  test('addresses in counters', (t) => t.skip('NOT RUN ON REDIS: TEST_REDIS_URL is not set'));
else {
  const url = testRedisUrl;
  test('counters of mails hold no address', async (t) => {
    const service = await startTestService(t, { SVC_REDIS_URL: url });
    const { redis, close } = await connectRedis(new Secret(url), { info: () => {}, warn: () => {} });
    t.after(close);
    const mark = opaqueId()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '');
    const wanted = ['nova', 'nitko', 'kod', 'ana'].map((name) => `${name}.${mark}@example.hr`);
    const [nova, nitko, kod, ana = ''] = wanted;
    await service.addPerson({ email: ana });
    const token = await service.tokenOf(ana);
    const asked = [
      await service.call('POST /api/users/me/email', { token, body: { email: nova } }),
      await service.call('POST /api/auth/forgot-password', { body: { email: nitko } }),
      await service.call('POST /api/auth/login', { body: { email: kod, send_code: true } }),
      await service.signIn(ana, 'kriva lozinka'),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
      [200, 200, 202, 401],
    );
    const keys = await redis.keys('*');
    assert.ok(keys.length > 0, 'they are counted there');
    assert.deepEqual(
      keys.filter((key) => key.includes(mark)),
      [],
    );
  });
}
