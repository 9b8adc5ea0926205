// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { singleFlight } from './memoise.ts';

test('concurrent callers share one run, later ones start another, and a failure is not kept', async () => {
  let runs = 0;
  const work = singleFlight(async () => {
    runs++;
    await new Promise(setImmediate);
    if (runs === 2) throw new Error('second');
    return runs;
  });
  assert.deepEqual(await Promise.all([work(), work(), work()]), [1, 1, 1]);
  const [one, two] = await Promise.allSettled([work(), work()]);
  assert.deepEqual([one?.status, two?.status], ['rejected', 'rejected']);
  assert.equal(await work(), 3);
});
