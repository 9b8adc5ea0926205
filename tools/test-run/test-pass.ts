import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { type Programs, sharedProcesses } from './shared-processes.ts';

/** How one test ended. An empty or unloadable file is an outcome too. */
export interface Outcome {
  /** From the root of the repository; empty if the runner names no file. */
  readonly file: string;
  readonly name: string;
  readonly ended: 'passed' | 'failed' | 'skipped';
  /** What it took, in milliseconds. */
  readonly ms: number;
  /** The error of a failed test. */
  readonly why?: string;
}

interface PassOptions {
  readonly root: string;
  /** From the root; at least one, since the runner would look for its own otherwise. */
  readonly files: readonly string[];
  /** What each process loads before its files. */
  readonly first?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For tests that set none: many times what any takes on an idle machine. */
  readonly testTimeoutMs?: number;
  /** A file that keeps its process open after its last test is silent; the pass is aborted after this long. */
  readonly silenceMs: number;
}

/**
 * One more than the cores: browsers, mails and stops spend time waiting. More would only worsen timings, since bcrypt,
 * PostgreSQL and the tests share the cores.
 */
const CONCURRENCY = Math.min(5, availableParallelism() + 1);

/** Runs the files, most of them in a process with others, and prints the report as it goes. */
export async function runPass({ root, files, first, env, testTimeoutMs, silenceMs }: PassOptions): Promise<Outcome[]> {
  const watch = watchSilence(silenceMs);
  const programs = sharedProcesses(root, files, first);
  const stream = run({
    cwd: root,
    files: [...programs.members.keys()],
    concurrency: CONCURRENCY,
    timeout: testTimeoutMs ?? 300_000,
    signal: watch.signal,
    env: env as NodeJS.ProcessEnv,
  });
  const outcomes = outcomesOf(stream, root, programs.members);
  stream.on('data', watch.heard);
  await pipeline(stream, new spec(), process.stdout, { end: false });
  watch.stop();
  programs.remove();
  const told = new Set(outcomes.map(({ file }) => file));
  const hollow = files.filter((file) => !told.has(file));
  return [
    ...outcomes,
    ...hollow.map((file) => ({ file, name: '', ended: 'failed' as const, ms: 0, why: 'holds no test' })),
  ];
}

function watchSilence(silenceMs: number): { signal: AbortSignal; heard: () => void; stop: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`silent for ${silenceMs} ms`)), silenceMs);
  return { signal: controller.signal, heard: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}

type Stream = ReturnType<typeof run>;

/** Collects outcomes from the stream. @param members the files of each process, by the runner's name for it */
function outcomesOf(stream: Stream, root: string, members: Programs['members']): Outcome[] {
  const outcomes: Outcome[] = [];
  const add = ({ name, file, details }: TestEvent, ended: Outcome['ended'], why?: string) => {
    const how = { ended, ms: details.duration_ms, ...(why === undefined ? {} : { why }) };
    const whole = name === file ? members.get(name) : undefined;
    // A process that ended too soon may have cut short any of its files.
    if (whole) outcomes.push(...whole.map((path) => ({ file: path, name: '', ...how })));
    else outcomes.push({ file: file === undefined ? '' : relative(root, file), name, ...how });
  };
  stream.on('test:fail', (event) => {
    const { error } = event.details;
    // The cause is reported separately.
    if (failureType(error) !== 'subtestsFailed') add(event, 'failed', String((error.cause as Error)?.stack ?? error));
  });
  stream.on('test:pass', (event) => {
    // A suite is counted by its tests; a todo test tests nothing yet.
    if (event.details.type === 'suite' || isWithoutTests(event)) return;
    add(event, event.skip !== undefined || event.todo !== undefined ? 'skipped' : 'passed');
  });
  return outcomes;
}

interface TestEvent {
  readonly name: string;
  readonly details: { readonly duration_ms: number };
  readonly file?: string | undefined;
}

const failureType = (error: Error): unknown => (error as Error & { failureType?: unknown }).failureType;

/** The runner reports a process without a test as one passed test named after it. */
const isWithoutTests = ({ name, file }: Pick<TestEvent, 'name' | 'file'>): boolean => name === file;
