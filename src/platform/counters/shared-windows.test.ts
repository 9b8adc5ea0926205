// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testSlidingWindow } from '../../../test/support/counter-contract.ts';
import { linkedProcesses } from '../../../test/support/linked-processes.ts';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { AppError } from '../kernel/app-error.ts';
import { minutes } from '../kernel/durations.ts';
import { sharedSlidingWindow, windowsForProcesses } from './shared-windows.ts';

testSlidingWindow({
  name: 'the parent',
  window: (rule, clock) => {
    const { parent, child } = linkedProcesses();
    windowsForProcesses(clock)(parent);
    return sharedSlidingWindow(child, 'test', rule);
  },
});

const RULE = { most: 3, within: minutes(5) };

test('processes share a window, and windows of different names are separate', async () => {
  const join = windowsForProcesses(manualClock());
  const [one, other] = [linkedProcesses(), linkedProcesses()];
  for (const { parent } of [one, other]) join(parent);
  const windows = [one, other, one, other].map(({ child }) => sharedSlidingWindow(child, 'sign-in', RULE));
  const allowed = [];
  for (const window of windows) allowed.push((await window.take('10.0.0.1')).allowed);
  assert.deepEqual(allowed, [true, true, true, false]);
  assert.equal((await sharedSlidingWindow(one.child, 'another', RULE).take('10.0.0.1')).allowed, true);
});

test('calls fail while the parent does not answer', async () => {
  const { child } = linkedProcesses();
  const taken = sharedSlidingWindow(child, 'sign-in', RULE).take('10.0.0.1');
  child.cut();
  const isRefusal = (error: unknown) =>
    error instanceof AppError && error.code === 'counters.unavailable' && error.status === 503;
  await assert.rejects(taken, isRefusal);
});
