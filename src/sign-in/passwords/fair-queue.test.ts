// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Claimant, fairQueue } from './fair-queue.ts';

const MINUTE = 60_000;

/** A queue whose claimants are named `account@address`. */
function queueOf({ slots = 4, mostWaiting = 100, longestWait = MINUTE } = {}) {
  const queue = fairQueue({ slots, longestWait, mostWaiting: () => mostWaiting, refusal: () => new Error('refused') });
  const under: Claimant[] = [];
  const outcomes: string[] = [];
  const come = (name: string, left?: AbortSignal) => {
    const [account = '', address = ''] = name.split('@');
    const claimant = { account, address, left };
    const entered = async () => {
      await queue.enter(claimant);
      under.push(claimant);
      outcomes.push(name);
    };
    entered().catch(() => outcomes.push(`${name} refused`));
  };
  /** Ends the oldest act; returns who was admitted or refused since the last call. */
  const end = async () => {
    const oldest = under.shift();
    if (oldest) queue.leave(oldest);
    return told();
  };
  const told = async () => {
    await yieldToEventLoop();
    return outcomes.splice(0);
  };
  return { queue, come, end, told };
}

test('free slots are taken at once, then in order of arrival', async () => {
  const { queue, come, end, told } = queueOf({ slots: 2 });
  for (const name of ['a@1', 'b@2', 'c@3', 'd@4']) come(name);
  assert.deepEqual(await told(), ['a@1', 'b@2']);
  assert.equal(queue.waiting(), 2);
  assert.deepEqual(await end(), ['c@3']);
  assert.deepEqual(await end(), ['d@4']);
  assert.deepEqual([await end(), await end(), queue.waiting()], [[], [], 0]);
  come('e@5');
  assert.deepEqual(await told(), ['e@5']);
});

test('an account holds one slot while others wait, and all slots otherwise', async () => {
  const { come, end, told } = queueOf();
  for (let number = 0; number < 8; number++) come('hog@1');
  assert.deepEqual(await told(), Array(4).fill('hog@1'));
  for (const name of ['a@2', 'b@3', 'c@4']) come(name);
  assert.deepEqual(await end(), ['a@2']);
  assert.deepEqual(await end(), ['b@3']);
  assert.deepEqual(await end(), ['c@4']);
  assert.deepEqual(await end(), ['hog@1'], 'its own slot stays with it');
  assert.deepEqual(await end(), ['hog@1'], 'nobody else waits');
});

test('a client address holds a quarter of the slots while others wait', async () => {
  const { come, end, told } = queueOf({ slots: 8 });
  for (let number = 0; number < 16; number++) come(`club${number}@1`);
  assert.equal((await told()).length, 8);
  for (const name of ['a@2', 'b@3', 'c@4', 'd@5', 'e@6', 'f@7', 'g@8']) come(name);
  const entered: string[] = [];
  for (let ended = 0; ended < 10; ended++) entered.push(...(await end()));
  assert.deepEqual(entered, ['a@2', 'b@3', 'c@4', 'd@5', 'e@6', 'f@7', 'club8@1', 'club9@1', 'g@8', 'club10@1']);
});

test('an account with many requests does not delay other accounts behind the same address', async () => {
  const { come, end, told } = queueOf();
  for (let number = 0; number < 8; number++) come('hog@1');
  come('neighbour@1');
  await told();
  assert.deepEqual(await end(), ['neighbour@1']);
});

test('of two accounts with many requests, the one with fewer slots is next', async () => {
  const { come, end, told } = queueOf();
  for (let number = 0; number < 8; number++) come('one@1');
  for (let number = 0; number < 8; number++) come('two@2');
  await told();
  assert.deepEqual([await end(), await end()], [['two@2'], ['two@2']], 'two and two');
});

test('a request that has waited the maximum time is refused', async () => {
  const { queue, come, told } = queueOf({ slots: 1, longestWait: 5 });
  come('a@1');
  come('b@2');
  await new Promise((resolve) => setTimeout(resolve, 20).ref());
  assert.deepEqual(await told(), ['a@1', 'b@2 refused']);
  assert.equal(queue.waiting(), 0);
});

test('when the queue is full, the next request is refused at once', async () => {
  const { queue, come, told } = queueOf({ slots: 1, mostWaiting: 2 });
  for (const name of ['a@1', 'b@2', 'c@3']) come(name);
  assert.equal(queue.hasRoom('4'), false);
  come('d@4');
  assert.deepEqual(await told(), ['a@1', 'd@4 refused']);
  assert.equal(queue.waiting(), 2);
});

test('a full queue makes room by refusing a request of the account, then of the address, with the most', async () => {
  const { queue, come, told } = queueOf({ slots: 1, mostWaiting: 4 });
  for (const name of ['first@0', 'hog@1', 'hog@1', 'x@2', 'y@2']) come(name);
  await told();
  assert.equal(queue.hasRoom('9'), true);
  come('hog@1');
  assert.deepEqual(await told(), ['hog@1 refused'], 'not at the cost of others');
  come('a@3');
  assert.deepEqual(await told(), ['hog@1 refused'], 'the newest of its own');
  assert.equal(queue.hasRoom('2'), false, 'it has most itself');
  assert.equal(queue.hasRoom('9'), true);
  come('b@4');
  assert.deepEqual(await told(), ['y@2 refused']);
  assert.equal(queue.hasRoom('9'), false, 'everybody has one');
  assert.equal(queue.waiting(), 4);
});

test('many requests that name another person’s account do not push out that person', async () => {
  const { come, told } = queueOf({ slots: 1, mostWaiting: 4 });
  for (const name of ['first@0', 'victim@9', 'm1@9', 'm2@9', 'victim@5']) come(name);
  await told();
  come('m3@9');
  assert.deepEqual(await told(), ['victim@9 refused'], 'the one of the crowd');
  come('m4@9');
  assert.deepEqual(await told(), ['m4@9 refused'], 'who has most in the queue takes from nobody');
});

test('a client that disconnects gives up its turn', async () => {
  const { queue, come, end, told } = queueOf({ slots: 1 });
  const leaving = new AbortController();
  come('a@1');
  come('b@2', leaving.signal);
  come('c@3');
  leaving.abort();
  assert.deepEqual(await told(), ['a@1', 'b@2 refused']);
  assert.equal(queue.waiting(), 1);
  assert.deepEqual(await end(), ['c@3']);
  come('d@4', leaving.signal);
  assert.deepEqual(await told(), ['d@4 refused'], 'who had left before does not wait');
});

test('a closing queue refuses waiting and new requests, and lets those in progress finish', async () => {
  const { queue, come, end, told } = queueOf({ slots: 1 });
  for (const name of ['a@1', 'b@2', 'c@3']) come(name);
  queue.close();
  assert.equal(queue.hasRoom('9'), false);
  come('d@4');
  assert.deepEqual(await told(), ['a@1', 'b@2 refused', 'c@3 refused', 'd@4 refused']);
  assert.deepEqual(await end(), []);
  come('e@5');
  assert.deepEqual(await told(), ['e@5'], 'a free slot is still a slot');
});
