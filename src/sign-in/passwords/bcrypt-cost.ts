const COST = /^\$(?:2[aby]|f1)\$(\d\d)\$/;
/** bcrypt's minimum */
const LOWEST = 4;

/** Of a hash that another system made otherwise, the cost of bcrypt that takes as long. 0 for anything else. */
export const costOf = (hash: string): number => Number(COST.exec(hash)?.[1] ?? 0);

/**
 * Costs of the extra hashes that bring a check of cost `spent` to the time of `highest`: each cost doubles the work,
 * and 2^c + 2^c + 2^(c+1) + … + 2^(h-1) = 2^h.
 */
export const restOf = (spent: number, highest: number): number[] => {
  const lowest = Math.max(spent, LOWEST);
  return Array.from({ length: Math.max(0, highest - lowest) }, (_, step) => lowest + step);
};

/** Costs of the hashes that together take so many rounds, the remainder of the lowest cost apart. */
export const costsOf = (rounds: number): number[] =>
  Array.from({ length: 32 - LOWEST }, (_, step) => LOWEST + step).filter(
    (cost) => Math.floor(Math.max(0, rounds) / 2 ** cost) % 2 === 1,
  );
