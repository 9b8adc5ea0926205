// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type CodesOf, declareRefusals } from './app-error.ts';
import { turnQueue } from './turn-queue.ts';

const errors = declareRefusals({ 'line.full': { status: 503, hr: 'Puno.', en: null, when: 'The line is full.' } });

declare module './app-error.ts' {
  interface Refusals extends CodesOf<typeof errors> {}
}
const full = () => new AppError('line.full');

/** Work that ends when it is told to. */
function slowWork() {
  const done: string[] = [];
  const ends: (() => void)[] = [];
  const named = (name: string) => () =>
    new Promise<void>((resolve) => {
      done.push(name);
      ends.push(resolve);
    });
  const endOne = async () => {
    await new Promise(setImmediate);
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { done, named, endOne };
}

test('callers take turns, however many calls each has queued', async () => {
  const { done, named, endOne } = slowWork();
  const line = turnQueue({ mostRunning: 1, mostWaiting: 10, mostWaitingPerCaller: 5, full });
  const calls = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => line.run(name.charCodeAt(0), named(name)));
  for (let count = 0; count < calls.length; count++) await endOne();
  await Promise.all(calls);
  assert.deepEqual(done, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('a call without room is refused at once; a failed call frees its place', async () => {
  const { named, endOne } = slowWork();
  const line = turnQueue({ mostRunning: 1, mostWaiting: 3, mostWaitingPerCaller: 2, full });
  const failing = line.run(1, async () => {
    await named('x')();
    throw new Error('broken');
  });
  const waiting = [line.run(1, named('a')), line.run(1, named('b'))];
  await assert.rejects(line.run(1, named('c')), { name: 'AppError', code: 'line.full' });
  waiting.push(line.run(2, named('d')));
  await assert.rejects(line.run(2, named('e')), { code: 'line.full' });
  await Promise.all([endOne(), assert.rejects(failing, /broken/)]);
  for (let count = 0; count < 3; count++) await endOne();
  await Promise.all(waiting);
  assert.equal(await line.run(1, async () => 'free'), 'free');
});

test('in a full line, a caller with fewer calls takes the place of the last one of the caller with the most', async () => {
  const { done, named, endOne } = slowWork();
  const line = turnQueue({ mostRunning: 1, mostWaiting: 4, mostWaitingPerCaller: 4, full });
  const calls = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => line.run('a', named(name)));
  const outcomes = Promise.allSettled(calls);
  const others = [line.run('b', named('b1')), line.run('c', named('c1'))];
  await assert.rejects(line.run('b', named('b2')), { code: 'line.full' });
  for (let count = 0; count < 5; count++) await endOne();
  await Promise.all(others);
  assert.deepEqual(done, ['a1', 'a2', 'b1', 'c1', 'a3']);
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
});
