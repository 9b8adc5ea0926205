/**
 * `npm run mutate [part of a name or file …]`: breaks the product in one place at a time and runs the tests that should notice, on SQLite and,
 * if those do not, on PostgreSQL. A mutation that nobody notices is a missing test. Works on a copy. Exits with 1 if one is missed.
 *
 * TEST_DATABASE_URL, TEST_REDIS_URL  as for `npm test`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { findPostgres, findRedis } from './test-run/engine-probe.ts';
import { openMemoryFolder } from './test-run/memory-folder.ts';
import { type PassEngine, planTests } from './test-run/test-plan.ts';
import { startThrowawayPostgres } from './test-run/throwaway-postgres.ts';

interface Mutation {
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly text: string;
  readonly replacement: string;
  /** The files that should notice: the room's own and those of security. */
  readonly tests: readonly string[];
}

const root = resolve(`${import.meta.dirname}/..`);
const LONGEST_MS = 300_000;
/** For all files, without a mutation. */
const ALL_MS = 3_600_000;

const memory = openMemoryFolder();
if (memory !== undefined) process.env.TMPDIR = memory.path;
const copy = mkdtempSync(join(tmpdir(), 'iskaznica-mutated-'));
for (const part of ['src', 'test', 'tools', 'package.json'])
  cpSync(join(root, part), join(copy, part), { recursive: true });
for (const part of ['node_modules', 'build', 'web', 'client', 'examples', 'demo', 'docs', 'bin'])
  symlinkSync(join(root, part), join(copy, part));

const filters = process.argv.slice(2);
const mutations = (JSON.parse(readFileSync(join(import.meta.dirname, 'mutation/mutations.json'), 'utf8')) as Mutation[]) // the file beside this one
  .filter(
    ({ name, file }) => filters.length === 0 || filters.some((part) => name.includes(part) || file.includes(part)),
  );
const own = process.env.TEST_DATABASE_URL ? undefined : await startThrowawayPostgres();
const postgres = await findPostgres(process.env.TEST_DATABASE_URL || own?.url);
const redis = await findRedis(process.env.TEST_REDIS_URL);

/** The first test that fails; `undefined` if all pass. */
async function firstFailure(
  engine: PassEngine,
  tests: readonly string[],
  timeout = LONGEST_MS,
): Promise<string | undefined> {
  const chosen = tests.filter((file) => planTests(copy, [file]).files[engine].length > 0);
  if (chosen.length === 0) return undefined;
  const urls = {
    TEST_DATABASE_URL: postgres.url,
    ...(redis.problem === undefined ? { TEST_REDIS_URL: redis.url } : {}),
  };
  const env = { ...process.env, TEST_ENGINE: engine, ...(engine === 'postgres' ? urls : {}) };
  const command = ['--test', '--test-reporter=tap', '--test-concurrency=2', ...chosen];
  // A group of its own: the runner starts a process for each file, which would outlive it.
  const running = spawn(process.execPath, command, {
    cwd: copy,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(running, 'close');
  const late = setTimeout(() => running.pid && process.kill(-running.pid, 'SIGKILL'), timeout);
  const stdout = await text(running.stdout);
  const [status] = await ended;
  clearTimeout(late);
  if (status === 0) return undefined;
  return /^\s*not ok \d+ - (.+)$/m.exec(stdout)?.[1] ?? 'ended without an answer';
}

async function noticedBy({
  name,
  file,
  text: original,
  replacement,
  tests,
}: Mutation): Promise<{ engine: string; test: string }> {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(original).length !== 2) return { engine: 'NOT FOUND', test: `${file} no longer has the text once` };
  writeFileSync(
    path,
    whole.replace(original, () => replacement),
  );
  try {
    const test = await firstFailure('sqlite', tests);
    if (test !== undefined) return { engine: 'sqlite', test };
    const raced = postgres.problem === undefined ? await firstFailure('postgres', tests) : undefined;
    writeFileSync(path, whole);
    if (raced !== undefined && (await firstFailure('postgres', tests)) === undefined)
      return { engine: 'postgres', test: raced };
    return { engine: 'NOBODY', test: name };
  } finally {
    writeFileSync(path, whole);
  }
}

try {
  const files = [...new Set(mutations.flatMap(({ tests }) => tests))];
  const red = await firstFailure('sqlite', files, ALL_MS);
  if (red !== undefined) throw new Error(`Fails without any mutation: ${red}`);
  const outcomes: { engine: string }[] = [];
  for (const mutation of mutations) {
    const { engine, test } = await noticedBy(mutation);
    console.log(`| ${mutation.name} | ${engine} | ${test} |`);
    outcomes.push({ engine });
  }
  const missed = outcomes.filter(({ engine }) => engine !== 'sqlite' && engine !== 'postgres');
  console.log(`\n${outcomes.length - missed.length} of ${outcomes.length} mutations noticed`);
  process.exitCode = missed.length === 0 && outcomes.length > 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
  await own?.stop();
  await memory?.remove();
}
