// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { spawnProcess, startProcess } from '../support/service-process.ts';

test('a data folder is served by one process, and free once that has ended in any way', async (t) => {
  const { env, dataDir, emails } = await seedStore(t, { people: 1, engine: 'sqlite' });
  const first = await startProcess(t, env);
  const second = await spawnProcess(t, env);
  assert.equal((await second.exited).code, 1);
  assert.equal(
    second.output(),
    `The service could not start: Another process already serves from ${dataDir}. Stop it first, or set SVC_DATA_DIR to another folder.\n`,
  );
  const { status } = await first.signIn(emails[0] ?? '', PROCESS_PASSWORD);
  assert.equal(
    status,
    200,
    'the first is not disturbed; the store of this test is open beside it, as a command would be',
  );
  await first.kill();
  const third = await startProcess(t, env);
  assert.equal((await third.stop()).code, 0);
  await startProcess(t, env);
});
