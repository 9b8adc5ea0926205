import type { BenchSite } from '../support/bench-site.ts';
import { runProgram } from '../support/child-program.ts';
import { ceilingFigure, type Figure } from '../support/figures.ts';
import { PASSWORD } from '../support/seed-people.ts';

const CALLERS = 256;
/** A storm meets a service that has run for a while, and more than once. */
const WARM = { warmStrikes: 4, warmSeconds: 2 };
const MEASURED_AFTER = WARM.warmStrikes * (WARM.warmSeconds + 1);

/** What everybody else feels while 256 people sign in at once, and how fast those are refused who cannot be served. */
export async function loginStorm({ store, seeded, service, pace }: BenchSite): Promise<Figure[]> {
  const { url } = service;
  const seconds = pace.stormSeconds;
  const emails = seeded.emails.slice(0, CALLERS);
  const token = seeded.pairs[0]?.access_token ?? '';
  const [storm, probe] = await Promise.all([
    runProgram<{ refusedP99: number }>('load-storm.ts', { url, emails, password: PASSWORD, seconds, ...WARM }),
    runProgram<{ me: number; live: number }>('load-probe.ts', { url, token, seconds, warmSeconds: MEASURED_AFTER }),
  ]);
  const { engine } = store;
  const figure = (what: string, most: number, value: number) =>
    ceilingFigure({ what: `storm: ${what}`, engine, unit: 'ms' }, most, value);
  return [
    figure('GET me, p99', 25, probe.me),
    figure('/health/live, p99', 50, probe.live),
    figure('refusal 503, p99', 50, storm.refusedP99),
  ];
}
