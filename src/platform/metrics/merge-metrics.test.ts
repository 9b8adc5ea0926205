// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkedProcesses } from '../../../test/support/linked-processes.ts';
import { counter, gauge, over } from './metric.ts';
import { figuresForProcesses, figuresOf, mergeMetrics } from './shared-metrics.ts';

const figures = (calls: number, route: string, memory: number) => [
  counter('calls', 'Calls.', [{ labels: { route }, value: calls }]),
  over('sum', gauge('memory', 'Memory.', memory)),
  gauge('waiting', 'Mails of the store.', 7),
  over('lowest', gauge('up', 'Whether the store answers.', memory > 1 ? 1 : 0)),
];

test('counters are summed by labels, gauges are combined as declared', () => {
  const [calls, memory, waiting, up] = mergeMetrics([figures(3, '/a', 1), figures(4, '/a', 2), figures(5, '/b', 4)]);
  assert.deepEqual(calls?.samples, [
    { labels: { route: '/a' }, value: 7 },
    { labels: { route: '/b' }, value: 5 },
  ]);
  assert.deepEqual([memory?.samples[0]?.value, waiting?.samples[0]?.value, up?.samples[0]?.value], [7, 7, 0]);
});

test('the counters of an ended process are kept, its gauges are not', async () => {
  const join = figuresForProcesses([]);
  const [one, other] = [linkedProcesses(), linkedProcesses()];
  const gone = join(one.parent);
  join(other.parent);
  const ofOne = figuresOf([async () => figures(3, '/a', 2)], one.child);
  const ofOther = figuresOf([async () => figures(4, '/a', 3)], other.child);
  const told = async () => (await ofOther.all()).slice(0, 2).map(({ samples }) => samples[0]?.value);
  assert.deepEqual(await told(), [7, 5]);
  await ofOne.leave();
  gone();
  assert.deepEqual(await told(), [7, 3]);
});
