// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { instantAt, nowOf } from '../kernel/clock.ts';
import { hours } from '../kernel/durations.ts';
import { recurringJobs } from './recurring-jobs.ts';

test('failed runs are counted by job, and the time of the last successful run is kept', async () => {
  const clock = manualClock();
  const jobs = recurringJobs({ log: pino({ level: 'silent' }), clock });
  const [begun, wrong] = [nowOf(clock), new Set([1, 2, 4])];
  let runs = 0;
  const job = jobs.recur({
    name: 'trial',
    every: hours(1),
    run: async () => {
      if (wrong.has(++runs)) throw new Error('not yet');
    },
  });
  jobs.recur({ name: 'idle', every: hours(1), run: async () => {} });
  for (const [failures, succeededAt] of [
    [1, undefined],
    [2, undefined],
    [2, begun],
    [3, begun],
    [3, instantAt(clock.now() + 60_000)],
  ] as const) {
    if (runs === 4) clock.advance(60_000);
    await job.run();
    assert.deepEqual(jobs.tallies(), [
      { name: 'trial', failures, succeededAt },
      { name: 'idle', failures: 0, succeededAt: undefined },
    ]);
  }
  await jobs.close();
});

test('closing signals a run in progress and waits for its end', { timeout: 10_000 }, async () => {
  const jobs = recurringJobs({ log: pino({ level: 'silent' }), clock: manualClock() });
  const ends: string[] = [];
  jobs.recur({
    name: 'long',
    every: hours(1),
    also: ['at start'],
    run: async (closing) => {
      while (!closing.aborted) await pause(1);
      ends.push('run');
    },
  });
  jobs.recur({ name: 'last', every: hours(1), also: ['at end'], run: async () => void ends.push('last') });
  await jobs.close();
  assert.deepEqual(ends, ['run', 'last']);
});
