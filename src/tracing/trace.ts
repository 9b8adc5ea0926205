import { AsyncLocalStorage } from 'node:async_hooks';
import { errorTypeOf } from './error-type.ts';
import type { Attributes, RemoteParent, Span, SpanStart, TraceIds, Tracer } from './span.ts';

// One for the process, as the log and the clock of the machine are: what a statement, a call or a mail belongs to is said by
// where it runs, and handing a tracer through every use case would say no more.
let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span | undefined>();

/** Decided once, before the store is opened: what is built while it is false is never traced. */
export const isTracing = (): boolean => tracer !== undefined;

/** From now on, or no more. */
export function traceBy(next: Tracer | undefined): void {
  tracer = next;
}

/** Begins a trace, or continues its caller's; undefined while traces are off. Whoever begins a span ends it. */
export const beginTrace = (start: SpanStart, parent?: RemoteParent): Span | undefined => tracer?.begin(start, parent);

/** Runs work that belongs to a span: its log lines carry the ids, and `traced` work inside is below it. */
export const within = <Result>(span: Span | undefined, work: () => Result): Result =>
  tracer === undefined ? work() : current.run(span, work);

/** Of the span that the caller belongs to. */
export const traceIds = (): TraceIds | undefined => current.getStore()?.ids;

/** Work as a span of the trace that it belongs to. What belongs to none leaves none: a poll that found nothing. */
export function traced<Result>(
  start: SpanStart,
  work: () => Promise<Result>,
  tell?: (result: Result) => Attributes,
): Promise<Result> {
  const parent = tracer && current.getStore();
  return parent === undefined ? work() : untilOver(parent.begin(start), work, tell);
}

/** What is over and was worth a span, as its length has shown. */
export const noteSpan = (start: SpanStart & { readonly since: number }): void =>
  (tracer && current.getStore())?.begin(start).end();

/** Work that nobody waits for, as a trace of its own. */
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
