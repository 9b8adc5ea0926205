// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { linkedProcesses } from '../../../test/support/linked-processes.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hashQueue } from './hash-queue.ts';
import { hashWorkersForProcesses, sharedHashWorkers } from './shared-hash-workers.ts';

const isBusy = (error: unknown) => error instanceof AppError && error.code === 'passwords.busy';
const somebody = (number: number) => ({ account: `osoba${number}@example.hr`, address: `192.0.2.${number}` });
const endless = () => new Promise<never>(() => {});

/** The queues of several processes that share one line, and the parent's functions for when a process is gone. */
function processesOn(workers: number, count: number) {
  const join = hashWorkersForProcesses(workers);
  return Array.from({ length: count }, () => {
    const { parent, child } = linkedProcesses();
    return { gone: join(parent), queue: hashQueue(sharedHashWorkers(child)) };
  });
}

const settled = () => pause(100);

test('workers are shared, and those of a process that died are free again', async () => {
  const [one, other] = processesOn(2, 2);
  const begun: string[] = [];
  const run = (queue: typeof one, name: string) =>
    void queue?.queue.run(() => {
      begun.push(name);
      return endless();
    });
  run(one, 'first');
  run(other, 'second');
  run(one, 'third');
  run(other, 'fourth');
  await settled();
  assert.deepEqual(begun, ['first', 'second']);
  assert.deepEqual(other?.queue.load(), { running: 1, waiting: 1, refused: 0 });
  one?.gone();
  await settled();
  assert.equal(begun.at(-1), 'fourth', 'the worker of the third, whom nobody waits for any more, went on to the next');
});

test('an account holds one slot across all processes while others wait; slots of dead processes are given back', async () => {
  const [one, other] = processesOn(1, 2); // four slots
  const begun: string[] = [];
  const act = (name: string) => () => {
    begun.push(name);
    return endless();
  };
  for (let number = 0; number < 4; number++) void one?.queue.admit(somebody(1), act(`hog ${number}`));
  await settled();
  void one?.queue.admit(somebody(1), act('hog again')).catch(() => {});
  await settled();
  void other?.queue.admit(somebody(2), act('somebody'));
  await settled();
  assert.equal(begun.length, 4);
  assert.equal(other?.queue.load().waiting, 1);
  one?.gone();
  await settled();
  assert.deepEqual(begun.slice(4), ['somebody'], 'who waited in the dead process has no turn');
  for (let number = 5; number < 8; number++) void other?.queue.admit(somebody(number), act(`person ${number}`));
  await settled();
  assert.equal(begun.length, 8, 'all slots of the dead are free');
});

test('a client that disconnects stops waiting, and a closing process refuses only its own callers', async () => {
  const [one, other] = processesOn(1, 2);
  for (let number = 0; number < 4; number++) void one?.queue.admit(somebody(number), endless);
  await settled();
  const left = new AbortController();
  const waiting = one?.queue.admit({ ...somebody(10), left: left.signal }, endless);
  const refused = assert.rejects(waiting ?? Promise.resolve(), isBusy);
  const own = assert.rejects(one?.queue.admit(somebody(11), endless) ?? Promise.resolve(), isBusy);
  void other?.queue.admit(somebody(12), endless).catch(() => {});
  await settled();
  left.abort();
  await refused;
  one?.queue.close();
  await own;
  await assert.rejects(one?.queue.requireRoom('192.0.2.200') ?? Promise.resolve(), isBusy);
  await other?.queue.requireRoom('192.0.2.200');
  assert.equal(other?.queue.load().waiting, 1);
});
