/**
 * How improbable it is that of `all` things of probability `chance` at least `found` occur, as a lower bound of the natural logarithm
 * (Chernoff): 16 is one in nine million.
 */
export function improbability(found: number, all: number, chance: number): number {
  const share = all === 0 ? 0 : found / all;
  if (share <= chance) return 0;
  const without = share === 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - chance));
  return all * (share * Math.log(share / chance) + without);
}
