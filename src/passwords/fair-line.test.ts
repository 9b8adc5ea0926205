// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Claimant, fairLine } from './fair-line.ts';

const MINUTE = 60_000;

/** A line whose claimants are named `account@address`. */
function lineOf({ places = 4, mostWaiting = 100, longestWait = MINUTE } = {}) {
  const line = fairLine({ places, longestWait, mostWaiting: () => mostWaiting, refusal: () => new Error('refused') });
  const under: Claimant[] = [];
  const outcomes: string[] = [];
  const come = (name: string, left?: AbortSignal) => {
    const [account = '', address = ''] = name.split('@');
    const claimant = { account, address, left };
    const entered = async () => {
      await line.enter(claimant);
      under.push(claimant);
      outcomes.push(name);
    };
    entered().catch(() => outcomes.push(`${name} refused`));
  };
  /** Ends the oldest act; returns who was admitted or refused since the last call. */
  const end = async () => {
    const oldest = under.shift();
    if (oldest) line.leave(oldest);
    return told();
  };
  const told = async () => {
    await yieldToEventLoop();
    return outcomes.splice(0);
  };
  return { line, come, end, told };
}

test('free places are taken at once, then in order of arrival', async () => {
  const { line, come, end, told } = lineOf({ places: 2 });
  for (const name of ['a@1', 'b@2', 'c@3', 'd@4']) come(name);
  assert.deepEqual(await told(), ['a@1', 'b@2']);
  assert.equal(line.waiting(), 2);
  assert.deepEqual(await end(), ['c@3']);
  assert.deepEqual(await end(), ['d@4']);
  assert.deepEqual([await end(), await end(), line.waiting()], [[], [], 0]);
  come('e@5');
  assert.deepEqual(await told(), ['e@5']);
});

test('an account holds one place while others wait, and all places otherwise', async () => {
  const { come, end, told } = lineOf();
  for (let number = 0; number < 8; number++) come('hog@1');
  assert.deepEqual(await told(), Array(4).fill('hog@1'));
  for (const name of ['a@2', 'b@3', 'c@4']) come(name);
  assert.deepEqual(await end(), ['a@2']);
  assert.deepEqual(await end(), ['b@3']);
  assert.deepEqual(await end(), ['c@4']);
  assert.deepEqual(await end(), ['hog@1'], 'its own place stays with it');
  assert.deepEqual(await end(), ['hog@1'], 'nobody else waits');
});

test('a client address holds a quarter of the places while others wait', async () => {
  const { come, end, told } = lineOf({ places: 8 });
  for (let number = 0; number < 16; number++) come(`club${number}@1`);
  assert.equal((await told()).length, 8);
  for (const name of ['a@2', 'b@3', 'c@4', 'd@5', 'e@6', 'f@7', 'g@8']) come(name);
  const entered: string[] = [];
  for (let ended = 0; ended < 10; ended++) entered.push(...(await end()));
  assert.deepEqual(entered, ['a@2', 'b@3', 'c@4', 'd@5', 'e@6', 'f@7', 'club8@1', 'club9@1', 'g@8', 'club10@1']);
});

test('an account with many requests does not delay other accounts behind the same address', async () => {
  const { come, end, told } = lineOf();
  for (let number = 0; number < 8; number++) come('hog@1');
  come('neighbour@1');
  await told();
  assert.deepEqual(await end(), ['neighbour@1']);
});

test('of two accounts with many requests, the one with fewer places is next', async () => {
  const { come, end, told } = lineOf();
  for (let number = 0; number < 8; number++) come('one@1');
  for (let number = 0; number < 8; number++) come('two@2');
  await told();
  assert.deepEqual([await end(), await end()], [['two@2'], ['two@2']], 'two and two');
});

test('a request that has waited the maximum time is refused', async () => {
  const { line, come, told } = lineOf({ places: 1, longestWait: 5 });
  come('a@1');
  come('b@2');
  await new Promise((resolve) => setTimeout(resolve, 20).ref());
  assert.deepEqual(await told(), ['a@1', 'b@2 refused']);
  assert.equal(line.waiting(), 0);
});

test('when the line is full, the next request is refused at once', async () => {
  const { line, come, told } = lineOf({ places: 1, mostWaiting: 2 });
  for (const name of ['a@1', 'b@2', 'c@3']) come(name);
  assert.equal(line.hasRoom('4'), false);
  come('d@4');
  assert.deepEqual(await told(), ['a@1', 'd@4 refused']);
  assert.equal(line.waiting(), 2);
});

test('a full line makes room by refusing a request of the account, then of the address, with the most', async () => {
  const { line, come, told } = lineOf({ places: 1, mostWaiting: 4 });
  for (const name of ['first@0', 'hog@1', 'hog@1', 'x@2', 'y@2']) come(name);
  await told();
  assert.equal(line.hasRoom('9'), true);
  come('hog@1');
  assert.deepEqual(await told(), ['hog@1 refused'], 'not at the cost of others');
  come('a@3');
  assert.deepEqual(await told(), ['hog@1 refused'], 'the newest of its own');
  assert.equal(line.hasRoom('2'), false, 'it has most itself');
  assert.equal(line.hasRoom('9'), true);
  come('b@4');
  assert.deepEqual(await told(), ['y@2 refused']);
  assert.equal(line.hasRoom('9'), false, 'everybody has one');
  assert.equal(line.waiting(), 4);
});

test('many requests that name another person’s account do not push out that person', async () => {
  const { come, told } = lineOf({ places: 1, mostWaiting: 4 });
  for (const name of ['first@0', 'victim@9', 'm1@9', 'm2@9', 'victim@5']) come(name);
  await told();
  come('m3@9');
  assert.deepEqual(await told(), ['victim@9 refused'], 'the one of the crowd');
  come('m4@9');
  assert.deepEqual(await told(), ['m4@9 refused'], 'who has most in the line takes from nobody');
});

test('a client that disconnects gives up its turn', async () => {
  const { line, come, end, told } = lineOf({ places: 1 });
  const leaving = new AbortController();
  come('a@1');
  come('b@2', leaving.signal);
  come('c@3');
  leaving.abort();
  assert.deepEqual(await told(), ['a@1', 'b@2 refused']);
  assert.equal(line.waiting(), 1);
  assert.deepEqual(await end(), ['c@3']);
  come('d@4', leaving.signal);
  assert.deepEqual(await told(), ['d@4 refused'], 'who had left before does not wait');
});

test('a closing line refuses waiting and new requests, and lets those in progress finish', async () => {
  const { line, come, end, told } = lineOf({ places: 1 });
  for (const name of ['a@1', 'b@2', 'c@3']) come(name);
  line.close();
  assert.equal(line.hasRoom('9'), false);
  come('d@4');
  assert.deepEqual(await told(), ['a@1', 'b@2 refused', 'c@3 refused', 'd@4 refused']);
  assert.deepEqual(await end(), []);
  come('e@5');
  assert.deepEqual(await told(), ['e@5'], 'a free place is still a place');
});
