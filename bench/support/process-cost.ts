import { readFileSync } from 'node:fs';

const TICK_MS = 10;
const MEBI = 1024;

/** Total processor time of these processes with all their threads, in milliseconds (proc(5), Linux only). */
export const processorMs = (pids: readonly number[]): number =>
  pids.map((pid) => ticksOf(pid) * TICK_MS).reduce((sum, ms) => sum + ms, 0);

/** `utime` and `stime`, counted from the end of the name, which may contain anything. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Linux only (proc(5)); elsewhere NaN, which meets no target. */
export function residentMebibytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / MEBI;
  } catch {
    return Number.NaN;
  }
}

/** A process and its children. */
export const withChildren = (pid: number): number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
];
