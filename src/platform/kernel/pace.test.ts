// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pacer } from './pace.ts';

const LONG_MS = 10;

function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('after a long piece each next one waits for another turn of the event loop', async () => {
  const pace = pacer();
  let turn = 0;
  let over = false;
  const count = () => {
    turn++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  assert.equal(pace(), undefined);
  work(LONG_MS);
  const begun = await Promise.all(
    ['a', 'b', 'c'].map(async () => {
      await pace();
      return turn;
    }),
  );
  over = true;
  assert.equal(new Set(begun).size, begun.length, begun.join());
});

test('of short pieces four begin at once, the fifth waits, and later nobody does', async () => {
  const pace = pacer();
  const waits = Array.from({ length: 5 }, () => pace());
  assert.deepEqual(
    waits.map((wait) => wait !== undefined),
    [false, false, false, false, true],
  );
  await Promise.all(waits);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  assert.equal(pace(), undefined);
});
