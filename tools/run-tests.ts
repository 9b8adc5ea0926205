/**
 * `npm test`: every test on every engine within reach: `node tools/run-tests.ts [part of a path …]`.
 *
 * TEST_DATABASE_URL, TEST_REDIS_URL  where PostgreSQL and Redis are; unset: this machine's usual ports are tried
 * TEST_ROUNDS                        how often races, crashes and random requests are repeated (`npm run soak`)
 * TEST_REQUIRE=all                   a missing engine or a skipped test is a failure
 *
 * Test files see TEST_ENGINE (`sqlite` or `postgres`), and in the PostgreSQL pass TEST_DATABASE_URL and, when Redis
 * answers, TEST_REDIS_URL.
 */
import { resolve } from 'node:path';
import { type Engine, findPostgres, findRedis } from './test-run/engine-probe.ts';
import { tryJourneysAgain } from './test-run/second-try.ts';
import { type Outcome, runPass } from './test-run/test-pass.ts';
import { type PassEngine, planTests } from './test-run/test-plan.ts';
import { describeFailures, describeTotals, frame, nameOf, shortList, totalsOf } from './test-run/test-report.ts';

const root = resolve(`${import.meta.dirname}/..`);
/** Many rounds of one test print nothing for hours. */
const silenceMs = process.env.TEST_ROUNDS ? 12 * 3_600_000 : 240_000;
const { TEST_DATABASE_URL, TEST_REDIS_URL, TEST_REQUIRE, NODE_TEST_CONTEXT: _, ...inherited } = process.env;

/** Empty means unset, as CI files write it. */
const orUnset = (text: string | undefined): string | undefined => text || undefined;

async function main(filters: readonly string[]): Promise<boolean> {
  const [postgres, redis] = await Promise.all([
    findPostgres(orUnset(TEST_DATABASE_URL)),
    findRedis(orUnset(TEST_REDIS_URL)),
  ]);
  const plan = planTests(root, filters);
  const outcomes: Outcome[] = [];
  const ran: string[] = [];
  const runOn = async (engine: PassEngine, name: string, env: Record<string, string>): Promise<void> => {
    const files = plan.files[engine];
    if (files.length === 0) return;
    const run = (some: readonly string[]) => {
      console.log(`\n── ${name}: ${some.length} files ──`);
      return runPass({ root, files: some, env: { ...inherited, TEST_ENGINE: engine, ...env }, silenceMs });
    };
    const pass = await tryJourneysAgain(await run(files), run);
    outcomes.push(...pass.outcomes.map((outcome) => ({ ...outcome, name: `${outcome.name} [${name}]`.trim() })));
    ran.push(`RAN      ${name}: ${files.length} files, ${describeTotals(totalsOf(pass.outcomes))}`);
    ran.push(
      ...shortList(
        'UNSTEADY',
        pass.unsteady.map((test) => `${test}: passed only when tried again`),
      ),
    );
  };
  await runOn('sqlite', 'SQLite', {});
  if (postgres.problem === undefined) await runOn('postgres', engineNames(redis), engineUrls(postgres, redis));
  const missing = [postgres, redis].filter(({ problem }) => problem !== undefined);
  return conclude(outcomes, ran, missing, plan.files.postgres.length);
}

const engineNames = (redis: Engine): string =>
  redis.problem === undefined ? 'PostgreSQL and Redis' : 'PostgreSQL without Redis';

const engineUrls = (postgres: Engine, redis: Engine): Record<string, string> => ({
  TEST_DATABASE_URL: postgres.url,
  ...(redis.problem === undefined ? { TEST_REDIS_URL: redis.url } : {}),
});

function conclude(outcomes: Outcome[], ran: string[], missing: Engine[], postgresFiles: number): boolean {
  const totals = totalsOf(outcomes);
  const complaints = [
    ...(totals.passed + totals.failed === 0 ? ['no test ran'] : []),
    ...missing.filter(isFailure).map(({ name }) => `${name} was asked for and cannot be used`),
    ...(TEST_REQUIRE === 'all' && totals.skipped > 0 ? ['TEST_REQUIRE=all allows no skipped test'] : []),
  ];
  const lines = [
    ...ran,
    ...missing.map(({ name, problem }) => `NOT RUN  ${name}: ${problem}${lossOf(name, postgresFiles)}`),
    ...shortList('skipped ', namesOf(outcomes, 'skipped')),
    ...shortList('FAILED  ', [...namesOf(outcomes, 'failed'), ...complaints]),
  ];
  console.log(`${describeFailures(outcomes)}\n${frame(lines)}\n${describeTotals(totals)}`);
  return totals.failed === 0 && complaints.length === 0;
}

const namesOf = (outcomes: readonly Outcome[], ended: Outcome['ended']): string[] =>
  outcomes.filter((outcome) => outcome.ended === ended).map(nameOf);

const isFailure = ({ demanded }: Engine): boolean => demanded || TEST_REQUIRE === 'all';

const lossOf = (name: string, files: number): string =>
  name === 'PostgreSQL' ? ` (${files} files not run on it; races show only there)` : '';

const ok = await main(process.argv.slice(2));
process.exitCode = ok ? 0 : 1;
