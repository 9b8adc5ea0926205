/** A span's attributes: values from closed lists and numbers, never personal data. */
export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly name: string;
  /** `server` answers a call, `client` makes one. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: Attributes;
  /** Start time by `performance.now()`; default: now. */
  readonly since?: number;
}

/** Ids as in log lines: 32 and 16 hexadecimal digits. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** A caller's span that a new one continues. */
export interface RemoteParent extends TraceIds {
  readonly isSampled: boolean;
}

export interface SpanEnd {
  readonly attributes?: Attributes;
  /** Marks the span as failed: an error code, never a message, which may quote what somebody typed. */
  readonly error?: string | undefined;
}

export interface Span {
  readonly ids: TraceIds;
  /** A span below this one. */
  begin(start: SpanStart): Span;
  end(how?: SpanEnd): void;
}

/** Begins traces and sends ended spans. */
export interface Tracer {
  begin(start: SpanStart, parent?: RemoteParent): Span;
  /** Sends the remaining spans, unless that takes too long. */
  close(): Promise<void>;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The header `traceparent` (W3C Trace Context §3.2); undefined when invalid. */
export function parseTraceParent(header: unknown): RemoteParent | undefined {
  const [, version, trace_id = '', span_id = '', flags = '', more] =
    typeof header === 'string' ? (FORM.exec(header) ?? []) : [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(trace_id) || /^0+$/.test(span_id)) return undefined;
  return { trace_id, span_id, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
