// engine: both
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { spawnProcess, startProcess } from '../support/service-process.ts';
import { testEngine } from '../support/test-engine.ts';
import { createTestStore } from '../support/test-store.ts';

const EMAIL = 'glavna@example.hr';
const PASSWORD = 'mirno more plovi';
const WEAK = 'password';

test('a weak password of the first administrator prevents the start that would use it, and no later one', async (t) => {
  const store = await createTestStore(testEngine);
  t.after(() => store.remove());
  const start = { ...store.env, SVC_ADMIN_EMAIL: EMAIL, SVC_BCRYPT_COST: '10' };
  for (const [env, problem] of [
    [{ ...start, SVC_ADMIN_PASSWORD: WEAK }, 'must not be one that many people choose'],
    [{ ...start, SVC_ADMIN_EMAIL: '', SVC_ADMIN_PASSWORD: PASSWORD }, 'needs SVC_ADMIN_EMAIL'],
  ] as const) {
    const refused = await spawnProcess(t, env);
    assert.equal((await refused.exited).code, 1);
    if (testEngine === 'sqlite') assert.deepEqual(readdirSync(store.dataDir), [], 'nothing was created');
    assert.ok(refused.output().includes(`The settings cannot be used:\n  - SVC_ADMIN_PASSWORD ${problem}`));
  }
  const first = await startProcess(t, { ...start, SVC_ADMIN_PASSWORD: PASSWORD });
  assert.equal((await first.signIn(EMAIL, PASSWORD)).status, 200);
  await first.stop();
  const later = await startProcess(t, { ...start, SVC_ADMIN_PASSWORD: WEAK });
  assert.equal((await later.signIn(EMAIL, PASSWORD)).status, 200);
  assert.equal((await later.signIn(EMAIL, WEAK)).status, 401, 'what is left there changes nothing');
});
