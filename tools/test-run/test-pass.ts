import { once } from 'node:events';
import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inLanes } from './lanes.ts';
import { type Program, sharedProcesses } from './shared-processes.ts';

/** How one test ended. An empty or unloadable file is an outcome too. */
export interface Outcome {
  /** From the root of the repository; empty if the runner names no file. */
  readonly file: string;
  readonly name: string;
  readonly ended: 'passed' | 'failed' | 'skipped';
  /** The error of a failed test. */
  readonly why?: string;
}

/** Files that run with the same environment. */
export interface Pass {
  readonly name: string;
  /** From the root; at least one, since the runner would look for its own otherwise. */
  readonly files: readonly string[];
  /** What each process loads before its files. */
  readonly first: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface RunOptions {
  readonly root: string;
  /** A file that keeps its process open after its last test is silent; everything is aborted after this long. */
  readonly silenceMs: number;
}

/** For tests that set none: many times what any takes on an idle machine. */
const TEST_TIMEOUT_MS = 300_000;

/**
 * Runs the passes beside each other, most files in a process with others, and prints what each process reports when it ends.
 * @returns the outcomes of each pass
 */
export async function runPasses(
  passes: readonly Pass[],
  { root, silenceMs }: RunOptions,
): Promise<readonly (readonly Outcome[])[]> {
  const watch = watchSilence(silenceMs);
  const opened = passes.map((pass) => ({ pass, programs: sharedProcesses(root, pass.files, pass.first) }));
  const tasks = opened.flatMap(({ pass, programs }) => programs.list.map((program) => ({ pass, program })));
  tasks.sort((one, other) => rankOf(one.program) - rankOf(other.program));
  const outcomes = new Map(passes.map((pass) => [pass, [] as Outcome[]]));
  const report = new spec();
  report.pipe(process.stdout, { end: false });
  await inLanes(
    tasks,
    ({ program }) => program.members.some((file) => file.startsWith('test/processes/')),
    async ({ pass, program }) => {
      const stream = run({
        cwd: root,
        files: [program.path],
        concurrency: 1,
        timeout: TEST_TIMEOUT_MS,
        signal: watch.signal,
        env: pass.env as NodeJS.ProcessEnv,
      });
      const told = outcomesOf(stream, root, program);
      const events: RunEvent[] = [];
      for await (const event of stream) {
        watch.heard();
        if (!isTotal(event)) events.push(event);
      }
      report.write({ type: 'test:stdout', data: { message: `\n── ${pass.name}: ${program.members.join(', ')} ──\n` } });
      for (const event of events) report.write(event);
      outcomes.get(pass)?.push(...told, ...hollowOf(program, told));
    },
  );
  report.end();
  await once(report, 'end');
  watch.stop();
  for (const { programs } of opened) programs.remove();
  return passes.map((pass) => outcomes.get(pass) ?? []);
}

/** Journeys take longest, and the rooms shortest: started last, long ones would leave cores idle at the end. */
const rankOf = ({ members: [file = ''] }: Program): number => {
  if (file.startsWith('test/journeys/')) return 0;
  return file.startsWith('test/') ? 1 : 2;
};

const hollowOf = ({ members }: Program, told: readonly Outcome[]): Outcome[] => {
  const files = new Set(told.map(({ file }) => file));
  return members
    .filter((file) => !files.has(file))
    .map((file) => ({ file, name: '', ended: 'failed', why: 'holds no test' }));
};

type RunEvent = { readonly type: string; readonly data: unknown };

/** The runner counts the tests of each process; the report counts those of the run. */
function isTotal({ type, data }: RunEvent): boolean {
  if (type !== 'test:diagnostic') return type === 'test:summary';
  const { message } = data as { message: string }; // of each such event (node:test)
  return /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(message);
}

function watchSilence(silenceMs: number): { signal: AbortSignal; heard: () => void; stop: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`silent for ${silenceMs} ms`)), silenceMs);
  return { signal: controller.signal, heard: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}

type Stream = ReturnType<typeof run>;

/** Collects outcomes from the stream of a process. */
function outcomesOf(stream: Stream, root: string, { path: whole, members }: Program): Outcome[] {
  const outcomes: Outcome[] = [];
  const add = ({ name, file }: TestEvent, ended: Outcome['ended'], why?: string) => {
    const reason = why === undefined ? {} : { why };
    // A process that ended too soon may have cut short any of its files.
    if (name === file && name === whole)
      outcomes.push(...members.map((path) => ({ file: path, name: '', ended, ...reason })));
    else outcomes.push({ file: file === undefined ? '' : relative(root, file), name, ended, ...reason });
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
  readonly file?: string | undefined;
}

const failureType = (error: Error): unknown => (error as Error & { failureType?: unknown }).failureType;

/** The runner reports a process without a test as one passed test named after it. */
const isWithoutTests = ({ name, file }: TestEvent): boolean => name === file;
