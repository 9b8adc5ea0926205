import type { BenchSite } from '../support/bench-site.ts';
import { runProgram } from '../support/child-program.ts';
import { ceilingFigure, type Figure } from '../support/figures.ts';
import { PASSWORD } from '../support/seed-people.ts';

const CALLERS = 256;
/** The service is warmed up, and measured in several storms. */
const WARM = { warmStrikes: 4, warmSeconds: 2 };
const MEASURED_AFTER = WARM.warmStrikes * (WARM.warmSeconds + 1);

/** 99th percentiles in ms. */
interface Felt {
  readonly me: number;
  readonly live: number;
  readonly refused: number;
}

/** Latency of other calls while 256 people sign in at once, and how fast surplus sign-ins are refused. */
export async function loginStorm(site: BenchSite): Promise<Figure[]> {
  const felt: Felt[] = [];
  for (let round = 0; round < site.pace.stormRounds; round++) felt.push(await storm(site));
  const figure = (what: string, most: number, of: keyof Felt) => {
    const about = { what: `storm: ${what}`, engine: site.store.engine, unit: 'ms' };
    return ceilingFigure(
      about,
      most,
      felt.map((one) => one[of]),
    );
  };
  return [
    figure('GET me, p99', 15, 'me'),
    figure('/health/live, p99', 50, 'live'),
    figure('refusal 503, p99', 50, 'refused'),
  ];
}

async function storm({ seeded, service, pace }: BenchSite): Promise<Felt> {
  const { url } = service;
  const seconds = pace.stormSeconds;
  const emails = seeded.emails.slice(0, CALLERS);
  const token = seeded.pairs[0]?.access_token ?? '';
  const [struck, probe] = await Promise.all([
    runProgram<{ refusedP99: number }>('load-storm.ts', { url, emails, password: PASSWORD, seconds, ...WARM }),
    runProgram<{ me: number; live: number }>('load-probe.ts', { url, token, seconds, warmSeconds: MEASURED_AFTER }),
  ]);
  return { ...probe, refused: struck.refusedP99 };
}
