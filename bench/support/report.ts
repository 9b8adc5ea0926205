import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join } from 'node:path';
import type { Figure } from './figures.ts';

/** The default file of a report. */
export const LATEST = join(import.meta.dirname, '../results/latest.json');

/** One run, to be drawn or compared with another. */
export interface Report {
  readonly measured_at: string;
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
  /** One-minute load average before the run. */
  readonly busy_with: number;
  readonly figures: readonly Figure[];
}

export const reportOf = (figures: readonly Figure[], busyWith: number): Report => ({
  measured_at: new Date().toISOString(),
  node: process.version,
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  busy_with: busyWith,
  figures,
});

export function writeReport(path: string, report: Report): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
}

/** @throws SyntaxError or a system error when there is no readable report */
export const readReport = (path: string): Report => JSON.parse(readFileSync(path, 'utf8')) as Report;
