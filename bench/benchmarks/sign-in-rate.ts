import { availableParallelism } from 'node:os';
import type { BenchSite } from '../support/bench-site.ts';
import { runProgram } from '../support/child-program.ts';
import { type Figure, inTurn, shareFigure } from '../support/figures.ts';
import { PASSWORD } from '../support/seed-people.ts';

const WORKERS = availableParallelism();

/**
 * Complete sign-ins from a known browser compared with verifications of the same hash: everything else should be negligible. From a
 * browser that is new to an account a mail follows.
 */
export async function signInRate({ store, seeded, service, pace }: BenchSite): Promise<Figure[]> {
  const { passwordHash } = seeded;
  const emails = seeded.emails.slice(0, pace.signIns);
  const signIn = async () => {
    const load = { url: service.url, emails, password: PASSWORD, atOnce: WORKERS * 2 };
    return (await runProgram<{ rate: number }>('load-sign-ins.ts', load)).rate;
  };
  const verify = async () => {
    const load = { passwordHash, password: PASSWORD, times: pace.signIns, workers: WORKERS };
    return (await runProgram<{ rate: number }>('raw-bcrypt.ts', load)).rate;
  };
  await signIn(); // warm, and the browser is known from now on
  const pairs = await inTurn(pace.rounds, signIn, verify);
  return [shareFigure({ what: 'sign-in : raw bcrypt', engine: store.engine, unit: '/s' }, 0.95, pairs)];
}
