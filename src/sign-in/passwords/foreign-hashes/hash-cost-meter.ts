import type { Milliseconds } from '../../../platform/kernel/durations.ts';
import { memoise } from '../../../platform/kernel/memoise.ts';
import type { ForeignHash } from './foreign-hash.ts';

/** What checks of other systems' hashes take on this machine, in rounds of bcrypt. */
interface HashCostMeter {
  /** `spent`: what a check of the hash has just taken. */
  of(hash: ForeignHash, spent: Milliseconds): Promise<number>;
  /** What a check of a well-formed bcrypt hash took. */
  recordBcrypt(cost: number, spent: Milliseconds): void;
}

/** Some thousand shapes come of no system, only of a hostile file. */
const MOST_SHAPES = 100;
/** In shorter checks the rounds are too small a part. */
const LEAST_COST = 8;
const MEASUREMENTS = 3;

/**
 * Times are the shortest that were seen: what comes on top is other load, which slows their checks and ours alike. `bcrypt` runs one
 * check of a cost.
 */
export function hashCostMeter(bcrypt: (cost: number) => Promise<unknown>): HashCostMeter {
  const shapes = new Map<string, Milliseconds>();
  let round: Milliseconds = Number.POSITIVE_INFINITY;

  const recordBcrypt = (cost: number, spent: Milliseconds) => {
    if (cost >= LEAST_COST) round = Math.min(round, spent / 2 ** cost);
  };
  const measure = memoise(async () => {
    for (let again = 0; again < MEASUREMENTS; again++) {
      const elapsed = stopwatch();
      await bcrypt(LEAST_COST);
      recordBcrypt(LEAST_COST, elapsed());
    }
  });
  return {
    of: async ({ kind, numbers, digest }, spent) => {
      await measure();
      const shape = `${kind} ${numbers.join()} ${digest.length}`;
      const least = Math.min(spent, shapes.get(shape) ?? spent);
      if (shapes.size < MOST_SHAPES || shapes.has(shape)) shapes.set(shape, least);
      return least / round;
    },
    recordBcrypt,
  };
}

/** Starts to measure; the result says how long it took. */
export function stopwatch(): () => Milliseconds {
  const begunAt = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    // The clock counts what other programs take, the processor's time what our other threads do: the lesser is nearer the truth.
    return Math.min(performance.now() - begunAt, (user + system) / 1000);
  };
}
