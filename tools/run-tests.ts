/**
 * `npm test`: every test on every engine within reach: `node tools/run-tests.ts [part of a path …]`.
 *
 * TEST_DATABASE_URL, TEST_REDIS_URL  where PostgreSQL and Redis are; unset: a PostgreSQL is made for the run where its
 *                                    binaries are installed, else this machine's usual ports are tried
 * TEST_CHROMIUM                      the browser of the journeys; unset: Debian's
 * TEST_ROUNDS                        how often races, crashes and random requests are repeated (`npm run soak`); nothing
 *                                    is tried a second time then
 * TEST_REQUIRE=all                   a missing engine or a skipped test is a failure
 *
 * Test files see TEST_ENGINE (`sqlite` or `postgres`), and in the PostgreSQL pass TEST_DATABASE_URL and, when Redis
 * answers, TEST_REDIS_URL.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { findChromium } from './test-run/chromium.ts';
import { type Engine, findPostgres, findRedis } from './test-run/engine-probe.ts';
import { openMemoryFolder } from './test-run/memory-folder.ts';
import { tryAgain } from './test-run/second-try.ts';
import { type Outcome, runPass } from './test-run/test-pass.ts';
import { type PassEngine, planTests, type TestPlan } from './test-run/test-plan.ts';
import { describeFailures, describeTotals, frame, nameOf, shortList, totalsOf } from './test-run/test-report.ts';
import { startThrowawayPostgres } from './test-run/throwaway-postgres.ts';

const root = resolve(`${import.meta.dirname}/..`);
const memory = openMemoryFolder();
if (memory !== undefined) process.env.TMPDIR = memory.path;
const {
  TEST_DATABASE_URL,
  TEST_REDIS_URL,
  TEST_CHROMIUM,
  TEST_REQUIRE,
  NODE_TEST_CONTEXT: _,
  ...inherited
} = process.env;
const { TEST_ROUNDS } = inherited;
/** The compile cache of a run, shared by its processes, so that no file is stripped or compiled twice. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/iskaznica') };
/** Long, since many rounds of one test print nothing for hours. */
const silenceMs = TEST_ROUNDS ? 12 * 3_600_000 : 240_000;

/** Empty means unset, as CI files write it. */
const orUnset = (text: string | undefined): string | undefined => text || undefined;

/** Tests that start processes start the joined files, as operators do; it takes half the processor time of the source. */
function joinService(): void {
  spawnSync(process.execPath, ['tools/build-service.ts', '--if-possible'], {
    cwd: root,
    stdio: 'inherit',
  });
}

async function main(filters: readonly string[]): Promise<boolean> {
  joinService();
  const plan = planTests(root, filters);
  const named = orUnset(TEST_DATABASE_URL);
  const own = named === undefined && plan.files.postgres.length > 0 ? await startThrowawayPostgres() : undefined;
  try {
    return await runPasses(
      plan,
      await Promise.all([findPostgres(named ?? own?.url), findRedis(orUnset(TEST_REDIS_URL))]),
    );
  } finally {
    await own?.stop();
  }
}

async function runPasses(plan: TestPlan, [postgres, redis]: readonly [Engine, Engine]): Promise<boolean> {
  const outcomes: Outcome[] = [];
  const unsteady: Outcome[] = [];
  const ran: string[] = [];
  const chromium = findChromium(orUnset(TEST_CHROMIUM));
  const journeys = chromium.problem === undefined ? plan.journeys : [];
  const runOn = async (
    engine: PassEngine,
    name: string,
    files: readonly string[],
    env: Record<string, string>,
  ): Promise<void> => {
    if (files.length === 0) return;
    const run = (some: readonly string[]) => {
      console.log(`\n── ${name}: ${some.length} files ──`);
      return runPass({ root, files: some, env: { ...compiled, ...inherited, TEST_ENGINE: engine, ...env }, silenceMs });
    };
    const first = await run(files);
    const pass = TEST_ROUNDS ? { outcomes: first, unsteady: [] } : await tryAgain(first, run);
    unsteady.push(...pass.unsteady.map((outcome) => inPass(outcome, name)));
    outcomes.push(...pass.outcomes.map((outcome) => inPass(outcome, name)));
    ran.push(`RAN      ${name}: ${files.length} files, ${describeTotals(totalsOf(pass.outcomes))}`);
  };
  await runOn('sqlite', 'SQLite', [...journeys, ...plan.files.sqlite], { TEST_CHROMIUM: chromium.url });
  if (postgres.problem === undefined)
    await runOn('postgres', engineNames(redis), plan.files.postgres, engineUrls(postgres, redis));
  const missing = [postgres, redis, chromium].filter(({ problem }) => problem !== undefined);
  return conclude({ outcomes, unsteady, ran, missing }, plan);
}

const engineNames = (redis: Engine): string =>
  redis.problem === undefined ? 'PostgreSQL and Redis' : 'PostgreSQL without Redis';

const engineUrls = (postgres: Engine, redis: Engine): Record<string, string> => ({
  TEST_DATABASE_URL: postgres.url,
  ...(redis.problem === undefined ? { TEST_REDIS_URL: redis.url } : {}),
});

interface Result {
  readonly outcomes: readonly Outcome[];
  readonly unsteady: readonly Outcome[];
  readonly ran: readonly string[];
  readonly missing: readonly Engine[];
}

const inPass = (outcome: Outcome, pass: string): Outcome => ({ ...outcome, name: `${outcome.name} [${pass}]`.trim() });

function conclude({ outcomes, unsteady, ran, missing }: Result, plan: TestPlan): boolean {
  const totals = totalsOf(outcomes);
  const failed = outcomes.filter(({ ended }) => ended === 'failed');
  const complaints = [
    ...(totals.passed + totals.failed === 0 ? ['no test ran'] : []),
    ...missing.filter(isFailure).map(({ name }) => `${name} was asked for and cannot be used`),
    ...(TEST_REQUIRE === 'all' && totals.skipped > 0 ? ['TEST_REQUIRE=all allows no skipped test'] : []),
  ];
  const lines = [
    ...ran,
    ...missing.map(({ name, problem }) => `NOT RUN  ${name}: ${problem}${lossOf(name, plan)}`),
    ...shortList('skipped ', outcomes.filter(({ ended }) => ended === 'skipped').map(nameOf)),
    ...shortList(
      'UNSTEADY',
      unsteady.map((outcome) => `${nameOf(outcome)}: failed, and not when tried again`),
    ),
    ...shortList('FAILED  ', [...failed.map(nameOf), ...complaints]),
  ];
  console.log(`${describeFailures([...unsteady, ...failed])}\n${frame(lines)}\n${describeTotals(totals)}`);
  return totals.failed === 0 && complaints.length === 0;
}

const isFailure = ({ demanded }: Engine): boolean => demanded || TEST_REQUIRE === 'all';

function lossOf(name: Engine['name'], { files, journeys }: TestPlan): string {
  if (name === 'PostgreSQL') return ` (${files.postgres.length} files not run on it; races show only there)`;
  return name === 'Chromium' ? ` (${journeys.length} journeys through the pages not run)` : '';
}

const ok = await main(process.argv.slice(2)).finally(memory?.remove);
process.exitCode = ok ? 0 : 1;
