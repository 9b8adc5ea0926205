import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Engine } from '../src/platform/database/database.ts';
import { backupFelt } from './benchmarks/backup-felt.ts';
import { eventsFelt } from './benchmarks/events-felt.ts';
import { getMeRate } from './benchmarks/get-me-rate.ts';
import { importRate } from './benchmarks/import-rate.ts';
import { introspectionRate } from './benchmarks/introspection-rate.ts';
import { loginStorm } from './benchmarks/login-storm.ts';
import { manyProcesses } from './benchmarks/many-processes.ts';
import { refreshRate } from './benchmarks/refresh-rate.ts';
import { signInRate } from './benchmarks/sign-in-rate.ts';
import { startAndMemory } from './benchmarks/start-and-memory.ts';
import { type BenchSite, FULL, type Pace, QUICK } from './support/bench-site.ts';
import { createBenchStore, isPostgresReachable } from './support/bench-store.ts';
import { figureTable } from './support/figure-table.ts';
import type { Figure } from './support/figures.ts';
import { LATEST, reportOf, writeReport } from './support/report.ts';
import { seedPeople } from './support/seed-people.ts';
import { startService } from './support/service-process.ts';

const BENCHMARKS: Readonly<Record<string, (site: BenchSite) => Promise<Figure[]>>> = {
  'get-me': getMeRate,
  introspection: introspectionRate,
  events: eventsFelt,
  'sign-in': signInRate,
  refresh: refreshRate,
  storm: loginStorm,
  processes: manyProcesses,
  import: importRate,
  backup: backupFelt,
  start: startAndMemory, // last: it stops the service
};

const PEOPLE = 300;
/** One-minute load average above which the machine is not idle. */
const MOST_BUSY = 0.5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string' },
    out: { type: 'string', default: LATEST },
  },
});

const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS);
const unknown = names.filter((name) => BENCHMARKS[name] === undefined);
if (unknown.length > 0) throw new Error(`Unknown: ${unknown}. There are ${Object.keys(BENCHMARKS).join(', ')}.`);

const [busyWith = 0] = loadavg();
if (busyWith > MOST_BUSY)
  console.error(`The machine is busy (load ${busyWith.toFixed(1)}): milliseconds will be too high, ratios rough.`);

const figures: Figure[] = [];
for (const engine of await enginesToMeasure()) figures.push(...(await measure(engine, values.quick ? QUICK : FULL)));
console.log(figureTable(figures));
writeReport(values.out, reportOf(figures, busyWith));
console.error(`Kept in ${values.out}`);

async function measure(engine: Engine, pace: Pace): Promise<Figure[]> {
  const store = await createBenchStore(engine);
  try {
    const seeded = await seedPeople(store.env, PEOPLE);
    const service = await startService(store.env);
    const found: Figure[] = [];
    try {
      for (const name of Object.keys(BENCHMARKS).filter((known) => names.includes(known))) {
        console.error(`${engine}: ${name} …`);
        found.push(...((await BENCHMARKS[name]?.({ store, seeded, service, pace })) ?? []));
      }
    } finally {
      await service.stop(); // it would write into the folder that is removed, whose error would hide the first
    }
    return found;
  } finally {
    await store.remove();
  }
}

async function enginesToMeasure(): Promise<readonly Engine[]> {
  if (values.engine !== undefined) return [values.engine as Engine];
  if (await isPostgresReachable()) return ['sqlite', 'postgres'];
  console.error('PostgreSQL is not reachable: measured on SQLite alone.');
  return ['sqlite'];
}
