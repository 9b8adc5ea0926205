// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../kernel/app-error.ts';
import { hashQueue } from './hash-queue.ts';

const isBusy = (error: unknown) => error instanceof AppError && error.definition.code === 'passwords.busy';

test('no more acts are let in than there is room for, and a place is free when one ends, well or badly', async () => {
  const queue = hashQueue({ lanes: 1, longestLine: 2 });
  const ends = [0, 1, 2].map(() => Promise.withResolvers<string>());
  const acts = ends.map(({ promise }) => queue.admit(() => promise));
  await assert.rejects(
    queue.admit(async () => assert.fail('it must not begin')),
    isBusy,
  );
  assert.equal(queue.load().refused, 1);
  ends[0]?.resolve('done');
  assert.equal(await acts[0], 'done');
  const next = queue.admit(() => Promise.reject(new Error('its own')));
  await assert.rejects(next, /its own/);
  assert.equal(await queue.admit(async () => 'room again'), 'room again');
  ends[1]?.resolve('');
  ends[2]?.resolve('');
});

test('work runs on so many lanes, the rest in line, and no more than the line takes', async () => {
  const queue = hashQueue({ lanes: 2, longestLine: 1 });
  const ends = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const begun: number[] = [];
  const runs = ends.map(({ promise }, index) =>
    queue.run(() => {
      begun.push(index);
      return promise;
    }),
  );
  await assert.rejects(
    queue.run(async () => {}),
    isBusy,
  );
  assert.deepEqual(begun, [0, 1]);
  assert.deepEqual(queue.load(), { running: 2, waiting: 1, refused: 1 });
  ends[1]?.resolve();
  await runs[1];
  await Promise.resolve();
  assert.deepEqual(begun, [0, 1, 2]);
  ends[0]?.resolve();
  ends[2]?.resolve();
  await Promise.all(runs);
  assert.deepEqual(queue.load(), { running: 0, waiting: 0, refused: 1 });
});
