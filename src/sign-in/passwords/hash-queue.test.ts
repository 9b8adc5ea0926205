// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hashQueue } from './hash-queue.ts';
import { hashWorkers } from './hash-workers.ts';

const isBusy = (error: unknown) => error instanceof AppError && error.code === 'passwords.busy';
const somebody = (number: number) => ({ account: `osoba${number}@example.hr`, address: `192.0.2.${number}` });

test('work runs on a fixed number of workers, the rest in order of arrival', async () => {
  const queue = hashQueue(hashWorkers({ workers: 2 }));
  const ends = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const begun: number[] = [];
  const runs = ends.map(({ promise }, index) =>
    queue.run(() => {
      begun.push(index);
      return promise;
    }),
  );
  assert.deepEqual(begun, [0, 1]);
  assert.deepEqual(queue.load(), { running: 2, waiting: 1, refused: 0 });
  ends[1]?.resolve();
  await runs[1];
  await pause(0);
  assert.deepEqual(begun, [0, 1, 2]);
  ends[0]?.resolve();
  ends[2]?.resolve();
  await Promise.all(runs);
  assert.deepEqual(queue.load(), { running: 0, waiting: 0, refused: 0 });
});

test('a slot is freed when an act ends, successfully or not', async () => {
  const queue = hashQueue(hashWorkers({ workers: 1 }));
  const ends = [1, 2, 3, 4].map(() => Promise.withResolvers<string>());
  const acts = ends.map(({ promise }, index) => queue.admit(somebody(index), () => promise));
  const next = queue.admit(somebody(5), () => Promise.reject(new Error('its own')));
  const last = queue.admit(somebody(6), async () => 'room again');
  assert.equal(queue.load().waiting, 2);
  ends[0]?.resolve('done');
  assert.equal(await acts[0], 'done');
  await assert.rejects(next, /its own/);
  assert.equal(await last, 'room again');
  for (const { resolve } of ends) resolve('');
  await Promise.all(acts);
  assert.equal(queue.load().refused, 0);
});

test('only as many wait as can be hashed in time, and one that waited too long is refused', async () => {
  const queue = hashQueue(hashWorkers({ workers: 1, longestWait: 1000 })); // four hashes of a quarter of a second
  const end = Promise.withResolvers<void>();
  const acts = Array.from({ length: 4 }, (_, number) => queue.admit(somebody(number), () => end.promise));
  const begun: number[] = [];
  const waiting = [5, 6, 7, 8].map((number) => queue.admit(somebody(number), async () => void begun.push(number)));
  const refusals = Promise.all(waiting.map((waits) => assert.rejects(waits, isBusy)));
  assert.throws(() => queue.requireRoom('192.0.2.99'), isBusy);
  await assert.rejects(
    queue.admit(somebody(9), async () => void begun.push(9)),
    isBusy,
  );
  assert.deepEqual(queue.load(), { running: 0, waiting: 4, refused: 2 });
  await Promise.all([refusals, pause(1050)]);
  assert.deepEqual(begun, []);
  assert.equal(queue.load().refused, 6);
  end.resolve();
  await Promise.all(acts);
});

test('the number that may wait depends on how long hashes take', async () => {
  const queue = hashQueue(hashWorkers({ workers: 1, longestWait: 1000 }));
  for (let hashes = 0; hashes < 60; hashes++) await queue.run(async () => {});
  const end = Promise.withResolvers<void>();
  const acts = Array.from({ length: 104 }, (_, number) => queue.admit(somebody(number), () => end.promise));
  assert.equal(queue.load().waiting, 100);
  await queue.requireRoom('192.0.2.250');
  end.resolve();
  await Promise.all(acts);
});
