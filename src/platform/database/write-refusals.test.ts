// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seconds } from '../kernel/durations.ts';
import { writeRefusals } from './write-refusals.ts';

const FULL = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
const BUSY = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
const NO_SPACE = Object.assign(new Error('could not extend file'), { code: '53100' });

test('a store that refused a write counts as unavailable for half a minute, whatever small change succeeds meanwhile', async () => {
  for (const refusal of [FULL, NO_SPACE]) {
    let now = 0;
    const refusals = writeRefusals(() => now);
    refusals.check();
    await assert.rejects(
      refusals.noting(() => Promise.reject(refusal)),
      refusal,
    );
    assert.equal(await refusals.noting(async () => 'small'), 'small');
    assert.throws(() => refusals.check(), refusal);
    now += seconds(30);
    assert.throws(() => refusals.check(), refusal);
    now++;
    refusals.check();
  }
});

test('a store that is only busy takes writes', async () => {
  const refusals = writeRefusals();
  await assert.rejects(
    refusals.noting(() => Promise.reject(BUSY)),
    BUSY,
  );
  refusals.check();
});
