import type { BenchSite } from '../support/bench-site.ts';
import { runProgram } from '../support/child-program.ts';
import { type Figure, inTurn, shareFigure } from '../support/figures.ts';

/** As many chains as a node has connections to PostgreSQL; the reference commits with the same number. */
const AT_ONCE = 10;

/** Refreshes, each with an unspent token, compared with durable commits of one row on the same engine. */
export async function refreshRate({ store, seeded, service, pace }: BenchSite): Promise<Figure[]> {
  let tokens: readonly string[] = seeded.pairs.slice(-AT_ONCE).map(({ refresh_token }) => refresh_token);
  const refresh = async (seconds: number) => {
    const load = { url: service.url, tokens, seconds };
    const answer = await runProgram<{ rate: number; tokens: string[] }>('load-refreshes.ts', load);
    tokens = answer.tokens;
    return answer.rate;
  };
  const commit = async () => {
    const { dataDir, databaseUrl } = store;
    const load = { dataDir, databaseUrl, atOnce: AT_ONCE, seconds: pace.seconds };
    return (await runProgram<{ rate: number }>('raw-commits.ts', load)).rate;
  };
  await refresh(1);
  const pairs = await inTurn(pace.rounds, () => refresh(pace.seconds), commit);
  const about = { what: 'refresh : durable commits', engine: store.engine, unit: '/s' };
  return [shareFigure(about, store.databaseUrl === undefined ? 0.3 : 0.2, pairs)];
}
