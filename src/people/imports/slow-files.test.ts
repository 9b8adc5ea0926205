// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hours } from '../../platform/kernel/durations.ts';
import { slowFiles } from './slow-files.ts';

test('whose files take too long is refused before a sixth is read; other refusals and other callers do not count', async () => {
  let now = Date.UTC(2026, 8, 1);
  const readFor = slowFiles({ now: () => now });
  let read = 0;
  const refusedWith = (code: 'imports.too_slow' | 'imports.empty', caller = 'ana') =>
    readFor(caller, async () => {
      read += 1;
      throw new AppError(code);
    }).catch((error: AppError) => [error.code, read]);
  for (let tries = 1; tries <= 40; tries++)
    assert.deepEqual(await refusedWith('imports.empty'), ['imports.empty', tries]);
  for (let tries = 1; tries <= 5; tries++) {
    assert.deepEqual(await refusedWith('imports.too_slow'), ['imports.too_slow', 40 + tries]);
    now += 1000;
  }
  assert.deepEqual(await refusedWith('imports.empty'), ['request.too_many', 45]);
  assert.deepEqual(await refusedWith('imports.empty', 'iva'), ['imports.empty', 46]);
  now += hours(1) - 5000;
  assert.deepEqual(await refusedWith('imports.empty'), ['imports.empty', 47]);
});
