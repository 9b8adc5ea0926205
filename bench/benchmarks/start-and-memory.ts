import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchSite } from '../support/bench-site.ts';
import { startProgram } from '../support/child-program.ts';
import { ceilingFigure, type Figure, median } from '../support/figures.ts';
import { startService } from '../support/service-process.ts';

const SETTLED_AFTER_MS = 1000;
const MEBI = 1024;

/** A start on a database that is already there, and what the process holds when nobody asks anything of it. */
export async function startAndMemory({ store, service, pace }: BenchSite): Promise<Figure[]> {
  await service.stop();
  const starts: number[] = [];
  const sizes: number[] = [];
  for (let number = 0; number < pace.starts; number++) {
    const started = await startService(store.env);
    starts.push(started.readyAfterMs);
    await pause(SETTLED_AFTER_MS);
    sizes.push(residentMebibytes(started.process.pid));
    await started.stop();
  }
  const bare = await bareNode();
  const about = (what: string, unit: string) => ({ what, engine: store.engine, unit });
  return [
    ceilingFigure(about('start to ready, beside bare Node', 'ms'), 800, median(starts), bare.ms),
    ceilingFigure(about('idle memory, beside bare Node', 'MiB'), 130, median(sizes), bare.mebibytes),
  ];
}

async function bareNode(): Promise<{ ms: number; mebibytes: number }> {
  const startedAt = performance.now();
  const bare = await startProgram('bare-server.ts', {});
  const ms = performance.now() - startedAt;
  await pause(SETTLED_AFTER_MS);
  const mebibytes = residentMebibytes(bare.process.pid);
  await bare.stop();
  return { ms, mebibytes };
}

/** Only Linux tells (proc(5)); elsewhere NaN, which reaches no target. */
function residentMebibytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / MEBI;
  } catch {
    return Number.NaN;
  }
}
