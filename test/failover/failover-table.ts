import type { Called, Journal } from './acknowledged-journal.ts';

/** The cost of a disturbance, by the responses that clients got meanwhile. */
export interface Cost {
  readonly name: string;
  readonly calls: number;
  readonly refused: number;
  readonly broken: number;
  readonly wrong: number;
  readonly withoutReads: number;
  readonly withoutWrites: number;
  readonly withoutSignIns: number;
  readonly lost: number;
}

export function costOf(name: string, { calls }: Journal, lost: number, [from, to]: readonly [number, number]): Cost {
  const meant = calls.filter(({ at, ms }) => at + ms >= from);
  const count = (ended: Called['ended']) => meant.filter((call) => call.ended === ended).length;
  const longestWithout = (kind: Called['kind']): number => {
    const good = calls.filter((call) => call.kind === kind && call.ended === 'ok').map(({ at, ms }) => at + ms);
    const instants = [from, ...good.filter((instant) => instant > from && instant < to).sort((a, b) => a - b), to];
    return Math.max(...instants.slice(1).map((instant, index) => instant - (instants[index] ?? instant)));
  };
  return {
    name,
    calls: meant.length,
    refused: count('refused'),
    broken: count('broken'),
    wrong: count('wrong'),
    withoutReads: longestWithout('read'),
    withoutWrites: longestWithout('write'),
    withoutSignIns: longestWithout('sign-in'),
    lost,
  };
}

export function failoverTable(costs: readonly Cost[]): string {
  const head = [
    ...['what happens', 'calls', 'refused', 'broken', 'other errors'],
    ...['s without reads', 's without writes', 's without sign-ins', 'acknowledged writes lost'],
  ];
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const rows = costs.map((cost) => [
    ...[cost.name, cost.calls, cost.refused, cost.broken, cost.wrong],
    ...[seconds(cost.withoutReads), seconds(cost.withoutWrites), seconds(cost.withoutSignIns), cost.lost],
  ]);
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
