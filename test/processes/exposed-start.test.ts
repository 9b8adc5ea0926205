import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProcess } from '../support/service-process.ts';
import { testEngine } from '../support/test-engine.ts';
import { createTestStore } from '../support/test-store.ts';

const WARNING = /SVC_PUBLIC_URL is a loopback address, but SVC_HOST is not/;

test('a start that could reveal reset links of administrators through a proxy warns', async (t) => {
  const store = await createTestStore(testEngine);
  t.after(() => store.remove());
  const base = { ...store.env, SVC_LOG_LEVEL: 'warn', SVC_BCRYPT_COST: '10' };
  const warns = async (env: Record<string, string>) => {
    const node = await startProcess(t, { ...base, ...env });
    await node.stop();
    return WARNING.test(node.output());
  };
  assert.equal(await warns({ SVC_HOST: '0.0.0.0' }), false, 'there is nobody yet');
  const admin = { SVC_ADMIN_EMAIL: 'glavna@example.hr', SVC_ADMIN_PASSWORD: 'mirno more plovi' };
  assert.equal(await warns({ SVC_HOST: '0.0.0.0', ...admin }), true);
  assert.equal(await warns({ SVC_HOST: '127.0.0.1' }), false);
  assert.equal(await warns({ SVC_HOST: '0.0.0.0', SVC_PUBLIC_URL: 'https://racun.example.hr' }), false);
});
