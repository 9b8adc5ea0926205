/**
 * `npm test`: every test on every engine within reach: `node tools/run-tests.ts [part of a path …]`.
 *
 * TEST_DATABASE_URL, TEST_REDIS_URL  where PostgreSQL and Redis are; unset: a PostgreSQL is made for the run where its
 *                                    binaries are installed, else this machine's usual ports are tried
 * TEST_CHROMIUM                      the browser of the journeys; unset: Debian's
 * TEST_ROUNDS                        how often races, crashes and random requests are repeated (`npm run soak`); nothing
 *                                    is tried a second time then
 * TEST_LAYOUTS=all   journeys whose pages are laid out alike on a phone walk there too
 * TEST_PASS=sqlite, postgres, pages  only this part, for machines that share the work
 * TEST_REQUIRE=all                   a missing engine or a skipped test is a failure
 *
 * Test files see TEST_ENGINE (`sqlite` or `postgres`), and in the PostgreSQL pass TEST_DATABASE_URL and, when Redis
 * answers, TEST_REDIS_URL. The pass on SQLite records its statements in TEST_STATEMENTS; PostgreSQL prepares them afterwards.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findChromium } from './test-run/chromium.ts';
import { type Engine, findPostgres, findRedis } from './test-run/engine-probe.ts';
import { openMemoryFolder } from './test-run/memory-folder.ts';
import { tryAgain } from './test-run/second-try.ts';
import { type Outcome, runPass } from './test-run/test-pass.ts';
import { type PassEngine, planTests, type TestPlan } from './test-run/test-plan.ts';
import {
  dearestFiles,
  describeFailures,
  describeTotals,
  frame,
  nameOf,
  shortList,
  totalsOf,
} from './test-run/test-report.ts';
import { startThrowawayPostgres } from './test-run/throwaway-postgres.ts';

const root = resolve(`${import.meta.dirname}/..`);
const memory = openMemoryFolder();
if (memory !== undefined) process.env.TMPDIR = memory.path;
const {
  TEST_DATABASE_URL,
  TEST_REDIS_URL,
  TEST_CHROMIUM,
  TEST_REQUIRE,
  TEST_PASS,
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

/** Loaded before the files of the pass on SQLite; a tree without it, as in the runner's own tests, records nothing. */
const RECORDER = 'test/support/record-statements.ts';

async function main(filters: readonly string[]): Promise<boolean> {
  joinService();
  const whole = planTests(root, filters);
  const plan = TEST_PASS ? partOf(whole, TEST_PASS) : whole;
  const named = orUnset(TEST_DATABASE_URL);
  const needsIt = plan.files.postgres.length > 0 || (plan.files.sqlite.length > 0 && plan.statements.length > 0);
  const own = named === undefined && needsIt ? await startThrowawayPostgres() : undefined;
  try {
    return await runPasses(
      plan,
      await Promise.all([findPostgres(named ?? own?.url), findRedis(orUnset(TEST_REDIS_URL))]),
      filters.length === 0,
    );
  } finally {
    await own?.stop();
  }
}

/** What each part cannot do without: PostgreSQL prepares what was recorded on SQLite. */
const NEEDED: Readonly<Record<string, readonly Engine['name'][]>> = {
  sqlite: ['PostgreSQL'],
  postgres: ['PostgreSQL', 'Redis'],
  pages: ['Chromium'],
};

function partOf({ files, journeys, statements }: TestPlan, pass: string): TestPlan {
  if (pass === 'sqlite') return { files: { ...files, postgres: [] }, journeys: [], statements };
  if (pass === 'postgres') return { files: { ...files, sqlite: [] }, journeys: [], statements: [] };
  if (pass === 'pages') return { files: { sqlite: [], postgres: [] }, journeys, statements: [] };
  throw new Error(`TEST_PASS=${pass} is not known, only sqlite, postgres and pages are`);
}

async function runPasses(
  plan: TestPlan,
  [postgres, redis]: readonly [Engine, Engine],
  isWhole: boolean,
): Promise<boolean> {
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
    preload: readonly string[] = [],
  ): Promise<void> => {
    if (files.length === 0) return;
    const run = (some: readonly string[]) => {
      console.log(`\n── ${name}: ${some.length} files ──`);
      const all = { ...compiled, ...inherited, TEST_ENGINE: engine, ...env };
      return runPass({ root, files: some, first: preload, env: all, silenceMs });
    };
    const first = await run(files);
    console.log(dearestFiles(first));
    const pass = TEST_ROUNDS ? { outcomes: first, unsteady: [] } : await tryAgain(first, run);
    unsteady.push(...pass.unsteady.map((outcome) => inPass(outcome, name)));
    outcomes.push(...pass.outcomes.map((outcome) => inPass(outcome, name)));
    ran.push(`RAN      ${name}: ${files.length} files, ${describeTotals(totalsOf(pass.outcomes))}`);
  };
  const statements = mkdtempSync(join(tmpdir(), 'iskaznica-statements-'));
  const onSqlite = { TEST_CHROMIUM: chromium.url, TEST_STATEMENTS: statements };
  const recorder = existsSync(join(root, RECORDER)) ? [RECORDER] : [];
  await runOn('sqlite', 'SQLite', [...journeys, ...plan.files.sqlite], onSqlite, recorder);
  if (postgres.problem === undefined) {
    const urls = engineUrls(postgres, redis);
    if (plan.files.sqlite.length > 0 && (isWhole || readdirSync(statements).length > 0))
      await runOn('postgres', 'statements of SQLite on PostgreSQL', plan.statements, {
        ...urls,
        TEST_STATEMENTS: statements,
      });
    await runOn('postgres', engineNames(redis), plan.files.postgres, urls);
  }
  rmSync(statements, { recursive: true });
  const needed = NEEDED[TEST_PASS ?? ''];
  const missing = [postgres, redis, chromium].filter(
    ({ name, problem }) => problem !== undefined && (needed === undefined || needed.includes(name)),
  );
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
  if (name === 'PostgreSQL')
    return ` (${files.postgres.length} files not run on it, no statement prepared; races show only there)`;
  return name === 'Chromium' ? ` (${journeys.length} journeys through the pages not run)` : '';
}

const ok = await main(process.argv.slice(2)).finally(memory?.remove);
process.exitCode = ok ? 0 : 1;
