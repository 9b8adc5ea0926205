/** One line of the table, and one object of the JSON report. */
export interface Figure {
  readonly what: string;
  readonly engine: string;
  readonly service: number;
  /** What the service is held against, measured in the same run. */
  readonly limit: number | null;
  readonly unit: string;
  /** Of the limit, where the target is a share of it. */
  readonly ratio: number | null;
  readonly target: Target;
  readonly reached: boolean;
}

/** At least a share of the limit, or at most a figure of its own. */
export type Target = { readonly share: number; readonly aim?: number } | { readonly most: number };

/** The rates of service and limit in turn, one of each a round: machines drift, neighbours in time hardly do. */
export interface Pair {
  readonly service: number;
  readonly limit: number;
}

/** Runs service and limit in turn (A B A B), so that whatever else the machine does meets both. */
export async function inTurn(
  rounds: number,
  service: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) pairs.push({ service: await service(), limit: await limit() });
  return pairs;
}

/** A share of the limit: the median over the rounds of what each round shows. */
export function shareFigure(
  about: Pick<Figure, 'what' | 'engine' | 'unit'>,
  target: { readonly share: number; readonly aim?: number },
  pairs: readonly Pair[],
): Figure {
  const ratio = median(pairs.map(({ service, limit }) => service / limit));
  return {
    ...about,
    service: median(pairs.map(({ service }) => service)),
    limit: median(pairs.map(({ limit }) => limit)),
    ratio,
    target,
    reached: ratio >= target.share,
  };
}

/** A figure that may not be exceeded; `beside` is shown for comparison. */
export function ceilingFigure(
  about: Pick<Figure, 'what' | 'engine' | 'unit'>,
  most: number,
  service: number,
  beside: number | null = null,
): Figure {
  return { ...about, service, limit: beside, ratio: null, target: { most }, reached: service <= most };
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Nearest rank; NaN of nothing, which reaches no target. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
