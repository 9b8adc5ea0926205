import { setTimeout as pause } from 'node:timers/promises';
import type { BenchSite } from '../support/bench-site.ts';
import { startProgram } from '../support/child-program.ts';
import { ceilingFigure, type Figure } from '../support/figures.ts';
import { residentMebibytes } from '../support/process-cost.ts';
import { startService } from '../support/service-process.ts';

const SETTLED_AFTER_MS = 1000;

/** A start on an existing database, and the idle process's memory. */
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
    ceilingFigure(about('start to ready, beside bare Node', 'ms'), 500, starts, bare.ms),
    ceilingFigure(about('idle memory, beside bare Node', 'MiB'), 110, sizes, bare.mebibytes),
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
