import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { breachListOf } from '../support/breach-fixture.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { spawnProcess, startProcess } from '../support/service-process.ts';
import { testEngine } from '../support/test-engine.ts';
import { createTestStore } from '../support/test-store.ts';

const LEAKED = 'žuti podmorničar pjeva';

test('a missing or damaged list of breached passwords prevents the start with a readable message', async (t) => {
  const store = await createTestStore(testEngine);
  t.after(() => store.remove());
  const folder = scratchFolder(t);
  const garbled = join(folder, 'garbled');
  writeFileSync(garbled, 'lozinka'.repeat(100));
  for (const [file, problem] of [
    [join(folder, 'nema'), 'nema cannot be read: ENOENT'],
    [garbled, 'garbled is no list made by "passwords build-breach-list"'],
  ] as const) {
    const refused = await spawnProcess(t, { ...store.env, SVC_BREACHED_PASSWORDS_FILE: file });
    assert.equal((await refused.exited).code, 1);
    assert.match(refused.output(), /The settings cannot be used:\n {2}- SVC_BREACHED_PASSWORDS_FILE: /);
    assert.ok(refused.output().includes(problem), refused.output());
  }
  const admin = { SVC_ADMIN_EMAIL: 'glavna@example.hr', SVC_BCRYPT_COST: '10' };
  const start = { ...store.env, ...admin, SVC_BREACHED_PASSWORDS_FILE: await breachListOf(t, [LEAKED]) };
  const refused = await spawnProcess(t, { ...start, SVC_ADMIN_PASSWORD: LEAKED });
  assert.equal((await refused.exited).code, 1);
  assert.match(refused.output(), /SVC_ADMIN_PASSWORD must not be one that is known from a breach/);
  const served = await startProcess(t, { ...start, SVC_ADMIN_PASSWORD: 'mirno more plovi' });
  assert.equal((await served.signIn('glavna@example.hr', 'mirno more plovi')).status, 200);
});
