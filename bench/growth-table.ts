import type { Compared } from './growth-probes.ts';
import { percentile } from './support/figures.ts';

/**
 * One line per query: both p95 in ms and their ratio, marked above the target of 2. Below, the same over all calls of a
 * kind, to which the target applies.
 */
export function growthTable(compared: readonly Compared[]): string {
  const kinds = Object.entries(Object.groupBy(compared, ({ name }) => /^[a-z]+(?:-[a-z]+)?/.exec(name)?.[0] ?? name));
  const together = kinds.map(([kind, some = []]) => ({
    name: `all of ${kind}`,
    small: some.flatMap(({ small }) => small),
    large: some.flatMap(({ large }) => large),
  }));
  return [...compared.map(line), '', ...together.map(line)].join('\n');
}

function line({ name, small, large }: Compared): string {
  const [before, after] = [percentile([...small], 0.95), percentile([...large], 0.95)];
  const ratio = after / before;
  const figures = `${before.toFixed(2).padStart(9)}${after.toFixed(2).padStart(9)}${ratio.toFixed(1).padStart(8)}`;
  return `${name.padEnd(42)}${figures}${ratio > 2 ? '  !' : ''}`;
}
