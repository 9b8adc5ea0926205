import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchSite } from '../support/bench-site.ts';
import type { BenchStore } from '../support/bench-store.ts';
import { runProgram } from '../support/child-program.ts';
import { ceilingFigure, type Figure, median } from '../support/figures.ts';
import { importPeople } from './import-rate.ts';

const COMMAND = join(import.meta.dirname, '../../bin/iskaznica.js');
/** As in the schedule. */
const PRIORITY = 10;
/** Above the numbers that the other benchmarks give their people. */
const FIRST = 50_000_000;

/** The latency of other calls while backups are made one after the other, compared with that without any. */
export async function backupFelt(site: BenchSite): Promise<Figure[]> {
  const { store, seeded, service, pace } = site;
  await importPeople(site, pace.importRows, FIRST);
  const token = seeded.pairs[0]?.access_token ?? '';
  const probe = async () =>
    (await runProgram<{ me: number }>('load-probe.ts', { url: service.url, token, seconds: pace.backupProbeSeconds }))
      .me;
  const [felt, calm]: [number[], number[]] = [[], []];
  for (let round = 0; round < pace.importRounds; round++) {
    calm.push(await probe());
    let isDone = false;
    const probed = probe().finally(() => {
      isDone = true;
    });
    while (!isDone) await makeBackup(store);
    felt.push(await probed);
  }
  const about = { what: 'backup: GET me, p99', engine: store.engine, unit: 'ms' };
  return [ceilingFigure(about, 25, felt, median(calm))];
}

/** @throws Error when the backup fails */
async function makeBackup({ env, dataDir }: BenchStore): Promise<void> {
  const backups = {
    SVC_BACKUP_DIR: join(dataDir, 'backups'),
    SVC_BACKUP_PASSPHRASE: `of-this-run-alone-${env.SVC_SECRET}`,
    SVC_BACKUP_KEEP: '1',
  };
  const running = promisify(execFile)(process.execPath, [COMMAND, 'backup', 'create'], {
    env: { ...process.env, ...env, ...backups },
  });
  if (running.child.pid !== undefined) setPriority(running.child.pid, PRIORITY);
  await running;
}
