import type { Engine } from '../../src/platform/database/database.ts';

/** One line of the table, and one object of the report. */
export interface Figure {
  readonly what: string;
  readonly engine: Engine;
  readonly service: number;
  /** The limit measured in the same run. */
  readonly limit: number | null;
  readonly unit: string;
  readonly target: Target;
  /** The value compared with the target, per round: the share of the limit, or the figure itself. */
  readonly rounds: readonly number[];
}

/** The target: a minimum share of the limit, or a maximum of the figure. */
export type Target = { readonly share: number } | { readonly most: number };

/** Rates of service and limit in one round: machines drift, but little between neighbours in time. */
export interface Pair {
  readonly service: number;
  readonly limit: number;
}

type About = Pick<Figure, 'what' | 'engine' | 'unit'>;

/** Runs service and limit alternately (A B A B), so that other load affects both. */
export async function inTurn(
  rounds: number,
  service: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) pairs.push({ service: await service(), limit: await limit() });
  return pairs;
}

/** A share of the limit. */
export const shareFigure = (about: About, share: number, pairs: readonly Pair[]): Figure => ({
  ...about,
  service: median(pairs.map(({ service }) => service)),
  limit: median(pairs.map(({ limit }) => limit)),
  target: { share },
  rounds: pairs.map(({ service, limit }) => service / limit),
});

/** A figure with an upper bound; `beside` is shown for comparison. */
export const ceilingFigure = (
  about: About,
  most: number,
  rounds: readonly number[],
  beside: number | null = null,
): Figure => ({ ...about, service: median(rounds), limit: beside, target: { most }, rounds });

/** The value compared with the target: the median over all rounds. */
export const judged = ({ rounds }: Figure): number => median(rounds);

export const isReached = (figure: Figure): boolean =>
  'most' in figure.target ? judged(figure) <= figure.target.most : judged(figure) >= figure.target.share;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Nearest rank; NaN for an empty list, which meets no target. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
