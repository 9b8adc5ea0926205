import { AsyncLocalStorage } from 'node:async_hooks';
import type { Settings } from '../config/settings.ts';
import { AppError } from '../kernel/app-error.ts';
import { asError, codeOf, membersOf } from '../kernel/unchecked.ts';
import type { TracingLog } from './otlp-tracer.ts';
import type { Attributes, RemoteParent, Span, SpanStart, TraceIds, Tracer } from './span.ts';

// Global to the process, like the log: the span that a statement, call or mail belongs to follows from where it runs, so
// passing a tracer through every use case would add nothing.
let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span | undefined>();

/** Whether tracing is on. Decided once, before the store is opened: code built while it is off is never traced. */
export const isTracing = (): boolean => tracer !== undefined;

/** Sets the tracer, or turns tracing off. */
function traceBy(next: Tracer | undefined): void {
  tracer = next;
}

/** Begins a trace, or continues its caller's; undefined while traces are off. Whoever begins a span ends it. */
export const beginTrace = (start: SpanStart, parent?: RemoteParent): Span | undefined => tracer?.begin(start, parent);

/** Runs work that belongs to a span: its log lines carry the ids, and `traced` work inside is below it. */
export const within = <Result>(span: Span | undefined, work: () => Result): Result =>
  tracer === undefined ? work() : current.run(span, work);

/** The ids of the current span. */
export const traceIds = (): TraceIds | undefined => current.getStore()?.ids;

/** Runs work in a span of the current trace. Without a current trace there is no span, as for a poll that finds nothing. */
export function traced<Result>(
  start: SpanStart,
  work: () => Promise<Result>,
  tell?: (result: Result) => Attributes,
): Promise<Result> {
  const parent = tracer && current.getStore();
  return parent === undefined ? work() : untilOver(parent.begin(start), work, tell);
}

/** Adds a span after the fact, for work whose duration turned out to be worth one. */
export const recordSpan = (start: SpanStart & { readonly since: number }): void =>
  (tracer && current.getStore())?.begin(start).end();

/** Runs work that nobody waits for, in its own trace. */
export function tracedAlone<Result>(
  start: SpanStart,
  work: () => Promise<Result>,
  tell?: (result: Result) => Attributes,
): Promise<Result> {
  const span = tracer?.begin(start);
  return span === undefined ? work() : untilOver(span, work, tell);
}

async function untilOver<Result>(
  span: Span,
  work: () => Promise<Result>,
  tell?: (result: Result) => Attributes,
): Promise<Result> {
  try {
    const result = await current.run(span, work);
    span.end(tell && { attributes: tell(result) });
    return result;
  } catch (error) {
    span.end({ error: errorTypeOf(error) });
    throw error;
  }
}

/** The error's code from a closed list (ours, the operating system's, SQLSTATE), else the name of its class. Never the message. */
function errorTypeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const { problem } = membersOf(error);
  const known = [codeOf(error), problem].find((one) => typeof one === 'string' && /^[A-Za-z0-9_]{2,40}$/.test(one));
  if (typeof known === 'string') return known;
  const { name } = asError(error);
  return /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
}

/** Starts tracing and returns a function that stops it. Loads OpenTelemetry only if a collector is configured. */
export async function openTracer(
  { tracing }: Pick<Settings, 'tracing'>,
  version: string,
  log: TracingLog,
): Promise<() => Promise<void>> {
  if (tracing.endpoint === '') return async () => {};
  const { otlpTracer } = await import('./otlp-tracer.ts');
  const tracer = otlpTracer(tracing, version, log);
  traceBy(tracer);
  return async () => {
    traceBy(undefined);
    await tracer.close();
  };
}
