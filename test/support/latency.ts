import { setTimeout as pause } from 'node:timers/promises';

/** How long answers took, milliseconds. */
export interface Latency {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly worst: number;
}

/** Calls one after the other, with a short pause, until `until` settles. */
export async function measureUntil(until: Promise<unknown>, call: () => Promise<{ ms: number }>): Promise<Latency> {
  let over = false;
  const stop = () => {
    over = true;
  };
  until.then(stop, stop);
  const times: number[] = [];
  while (!over) {
    times.push((await call()).ms);
    await pause(5);
  }
  return latencyOf(times);
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, median: at(0.5), p99: at(0.99), worst: at(1) };
}
