// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writerQueue } from './writer-queue.ts';

/** Behaves like a transaction, which proceeds without a turn of the event loop. */
function writeFor(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** Turns of the loop while `work` goes on. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let over = false;
  const count = () => {
    turns++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await work();
  over = true;
  return turns;
}

test('a job that writes repeatedly lets the event loop turn in between', async () => {
  const queue = writerQueue();
  const turns = await turnsDuring(async () => {
    for (let round = 0; round < 50; round++) {
      await queue.enter();
      writeFor(1);
      queue.leave();
    }
  });
  assert.ok(turns >= 5, `${turns} turns in 50 ms of writing`);
});

test('many waiting writers let the event loop turn, and are served in order of arrival', async () => {
  const queue = writerQueue();
  const order: number[] = [];
  const turns = await turnsDuring(async () => {
    const write = async (number: number) => {
      await queue.enter();
      order.push(number);
      writeFor(1);
      queue.leave();
    };
    await Promise.all(Array.from({ length: 50 }, (_, number) => write(number)));
  });
  assert.deepEqual(
    order,
    Array.from({ length: 50 }, (_, number) => number),
  );
  assert.ok(turns >= 5, `${turns} turns`);
});

test('a writer need not wait for an idle store', async () => {
  const queue = writerQueue();
  assert.equal(await turnsDuring(() => queue.enter()), 0);
});

test('the load says whether a writer is active and how many wait', async () => {
  const queue = writerQueue();
  assert.deepEqual(queue.load(), { busy: 0, idle: 1, waiting: 0 });
  await queue.enter();
  const next = [queue.enter(), queue.enter()];
  assert.deepEqual(queue.load(), { busy: 1, idle: 0, waiting: 2 });
  for (const entered of next) {
    queue.leave();
    await entered;
  }
  assert.deepEqual(queue.load(), { busy: 1, idle: 0, waiting: 0 });
  queue.leave();
  assert.deepEqual(queue.load(), { busy: 0, idle: 1, waiting: 0 });
});
