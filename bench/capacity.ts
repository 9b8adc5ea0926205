import { parseArgs } from 'node:util';
import type { Engine } from '../src/platform/database/database.ts';
import { CALLERS, CALLS, measurePoint, type Point } from './capacity/measure-point.ts';
import { planCapacity } from './capacity/plan-capacity.ts';
import { simulateRate } from './capacity/simulate.ts';
import { GROUP_NAMES } from './capacity/unit-costs.ts';
import { textTable } from './support/text-table.ts';

/**
 * Measures unit costs at two sizes, checks the simulation against both, and projects what other sizes need: `npm run bench -- capacity
 * [--people 10000,100000] [--engine sqlite,postgres]`.
 */
const SIZES = [10_000, 1_000_000, 100_000_000];
const POOL = 10;

const text = { type: 'string' } as const;
const { values } = parseArgs({ allowPositionals: true, options: { people: text, engine: text } });
const [few = 10_000, many = 100_000] = (values.people ?? '').split(',').filter(Boolean).map(Number);
const each = ({ bytes, people }: Point, group: (typeof GROUP_NAMES)[number]) => bytes[group] / people;
const share = (one: number, other: number) => `${(100 * (one / other - 1)).toFixed(1)} %`;

function bytesRows(small: Point, large: Point): string[][] {
  return GROUP_NAMES.map((group) => {
    const [one, other] = [each(small, group), each(large, group)];
    return [group, one.toFixed(0), other.toFixed(0), share(one, other)];
  });
}

const callRows = (small: Point, large: Point): string[][] =>
  CALLS.map((name) => [
    name,
    ...[small, large].map(({ calls: { [name]: cost } }) =>
      [cost.node, cost.thread, cost.store, cost.took].map((ms) => ms.toFixed(3)).join(' '),
    ),
  ]);

/** Simulates from the cost of a single caller, with the share of a core that was available. */
function rateRow({ people, calls: { 'GET me': me }, rate, share: had }: Point): string[] {
  const simulated = simulateRate({
    callers: CALLERS,
    node: me.thread / had,
    store: me.store === 0 ? 0 : Math.max(me.store, (me.took - me.thread) * had),
    connections: POOL,
  });
  return [String(people), simulated.toFixed(0), rate.toFixed(0), share(simulated, rate)];
}

const PLAN_HEADINGS = [
  ...['people', 'calls/s', 'passwords/s', 'cores to answer', 'to hash', 'of PostgreSQL', 'nodes', 'connections'],
  ...GROUP_NAMES.map((group) => `GB ${group}s`),
];

function planRow(people: number, point: Point): string[] {
  const plan = planCapacity(people, point);
  const figures = [plan.calls, plan.passwords, plan.answering, plan.hashing, plan.store];
  return [
    String(people),
    ...figures.map((figure) => figure.toFixed(figure < 10 ? 2 : 0)),
    ...[plan.nodes, plan.connections].map(String),
    ...GROUP_NAMES.map((group) => plan.gigabytes[group].toFixed(plan.gigabytes[group] < 10 ? 2 : 0)),
  ];
}

for (const engine of (values.engine ?? 'sqlite,postgres').split(',') as Engine[]) {
  const small = await measurePoint(engine, few);
  const large = await measurePoint(engine, many);
  console.log(`\n${engine}: bytes on disk, indexes included\n`);
  console.log(textTable([['each', `at ${few}`, `at ${many}`, 'difference'], ...bytesRows(small, large)]));
  console.log(
    '\nmilliseconds of a call: processor time of the node, of its answering thread, of PostgreSQL; duration of a single call\n',
  );
  console.log(textTable([['call', `at ${few}`, `at ${many}`], ...callRows(small, large)]));
  console.log(`\nGET me a second with ${CALLERS} callers, one process\n`);
  console.log(textTable([['people', 'simulated', 'measured', 'difference'], ...[small, large].map(rateRow)]));
  console.log('\nby the unit costs of the larger store, a worst minute and two years of records\n');
  console.log(textTable([PLAN_HEADINGS, ...SIZES.map((people) => planRow(people, large))]));
}
