// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { hours } from '../kernel/durations.ts';
import { recurringJob } from './recurring-job.ts';

test('a run that fails is counted, and the next one runs', async () => {
  const log = pino({ level: 'silent' });
  let runs = 0;
  const job = recurringJob({ name: 'trial', every: hours(1), log }, async () => {
    if (++runs < 3) throw new Error('not yet');
  });
  for (const failures of [1, 2, 2]) {
    await job.run();
    assert.deepEqual([job.name, job.failures()], ['trial', failures]);
  }
  await job.close();
});
