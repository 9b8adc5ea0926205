import { readFileSync } from 'node:fs';

/**
 * How long the first thread of a process, its event loop, has had a core, milliseconds. Other processes lengthen an answer, not this.
 * Infinite where Linux does not say.
 */
export function loopTimeOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** What this thread has taken of the processor, in milliseconds: unlike time, it does not depend on what else runs. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
