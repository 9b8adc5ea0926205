import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** How one test ended. An empty or unloadable file is an outcome too. */
export interface Outcome {
  /** From the root of the repository; empty where the runner names none. */
  readonly file: string;
  readonly name: string;
  readonly ended: 'passed' | 'failed' | 'skipped';
  /** What a failed test threw. */
  readonly why?: string;
}

interface PassOptions {
  readonly root: string;
  /** From the root; at least one, since the runner would look for its own otherwise. */
  readonly files: readonly string[];
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

/** Runs each file in its own process and prints the report as it goes. */
export async function runPass({ root, files, env, testTimeoutMs, silenceMs }: PassOptions): Promise<Outcome[]> {
  const watch = watchSilence(silenceMs);
  const stream = run({
    cwd: root,
    files: files.map((file) => join(root, file)),
    concurrency: CONCURRENCY,
    timeout: testTimeoutMs ?? 180_000,
    signal: watch.signal,
    env: env as NodeJS.ProcessEnv,
  });
  const outcomes = outcomesOf(stream, root);
  stream.on('data', watch.heard);
  await pipeline(stream, new spec(), process.stdout, { end: false });
  watch.stop();
  return outcomes;
}

function watchSilence(silenceMs: number): { signal: AbortSignal; heard: () => void; stop: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`silent for ${silenceMs} ms`)), silenceMs);
  return { signal: controller.signal, heard: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}

type Stream = ReturnType<typeof run>;

/** Fills as the stream goes on. */
function outcomesOf(stream: Stream, root: string): Outcome[] {
  const outcomes: Outcome[] = [];
  const add = (event: TestEvent, ended: Outcome['ended'], why?: string) =>
    outcomes.push({ ...labelOf(event, root), ended, ...(why === undefined ? {} : { why }) });
  stream.on('test:fail', (event) => {
    const { error } = event.details;
    // The cause is reported separately.
    if (failureType(error) !== 'subtestsFailed') add(event, 'failed', String((error.cause as Error)?.stack ?? error));
  });
  stream.on('test:pass', (event) => {
    // A suite is counted by its tests; a todo test tests nothing yet.
    if (event.details.type === 'suite') return;
    if (event.skip !== undefined || event.todo !== undefined) add(event, 'skipped');
    else if (isEmptyFile(event)) add(event, 'failed', 'holds no test');
    else add(event, 'passed');
  });
  return outcomes;
}

interface TestEvent {
  readonly name: string;
  readonly file?: string | undefined;
}

const failureType = (error: Error): unknown => (error as Error & { failureType?: unknown }).failureType;

/** The runner reports a file without a test as one passed test named after the file. */
const isEmptyFile = ({ name, file }: TestEvent): boolean => name === file;

function labelOf({ name, file }: TestEvent, root: string): Pick<Outcome, 'file' | 'name'> {
  const path = file === undefined ? '' : relative(root, file);
  return { file: path, name: name === file ? '' : name };
}
