const COST = /^\$2[aby]\$(\d\d)\$/;
/** bcrypt's minimum */
const LOWEST = 4;

/** 0 for anything but a bcrypt hash. */
export const costOf = (hash: string): number => Number(COST.exec(hash)?.[1] ?? 0);

/**
 * Costs of the extra hashes that bring a check of cost `spent` to the time of `highest`: each cost doubles the work,
 * and 2^c + 2^c + 2^(c+1) + … + 2^(h-1) = 2^h.
 */
export const restOf = (spent: number, highest: number): number[] => {
  const lowest = Math.max(spent, LOWEST);
  return Array.from({ length: Math.max(0, highest - lowest) }, (_, step) => lowest + step);
};
