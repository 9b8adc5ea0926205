import type { RemoteParent } from './span.ts';

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The header `traceparent` (W3C Trace Context §3.2); undefined when invalid. */
export function parseTraceParent(header: unknown): RemoteParent | undefined {
  const [, version, trace_id = '', span_id = '', flags = '', more] =
    typeof header === 'string' ? (FORM.exec(header) ?? []) : [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(trace_id) || /^0+$/.test(span_id)) return undefined;
  return { trace_id, span_id, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
