// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRedisUrl } from '../../../test/support/test-engine.ts';
import { startTestService } from '../../../test/support/test-service.ts';

test('installations that share one Redis count apart', { skip: !testRedisUrl && 'NOT RUN ON REDIS' }, async (t) => {
  const start = () => startTestService(t, { SVC_REDIS_URL: testRedisUrl ?? '' });
  const [production, staging] = [await start(), await start()];
  for (const service of [production, staging]) await service.addPerson({ email: 'ana@example.hr' }); // both have id 1
  const body = { email: 'nova@example.hr' };
  const statuses = async (service: typeof production, times: number) => {
    const token = await service.tokenOf('ana@example.hr');
    const seen = [];
    for (let time = 0; time < times; time++)
      seen.push((await service.call('POST /api/users/me/email', { token, body })).status);
    return seen;
  };
  assert.deepEqual(await statuses(staging, 11), [...Array(10).fill(200), 429]);
  assert.deepEqual(await statuses(production, 1), [200]);
});
