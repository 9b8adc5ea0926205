import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Settings } from '../config/settings.ts';
import { seconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { collectorHeaders, collectorUrl } from './collector.ts';
import type { RemoteParent, Span, SpanEnd, SpanStart, Tracer } from './span.ts';

/** The methods of the service's log that are used here. */
export interface TracingLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** An unavailable collector must not delay the end of the service. */
const CLOSED_WITHIN = seconds(2);
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Sends spans by OTLP/HTTP in batches. While the collector is unavailable, spans beyond 2,048 are dropped, which is logged. */
export function otlpTracer(settings: Settings['tracing'], version: string, log: TracingLog): Tracer {
  const exporter = new OTLPTraceExporter({ url: collectorUrl(settings), headers: collectorHeaders(settings) });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': version,
      'service.instance.id': opaqueId(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: loggingOutages(exporter, log) })],
  });
  const tracer = provider.getTracer('iskaznica', version);
  const begin = ({ name, kind, attributes, since }: SpanStart, context: Context): Span => {
    const options = { kind: KINDS[kind], ...(attributes && { attributes }), ...(since && { startTime: since }) };
    const span = tracer.startSpan(name, options, context);
    const { traceId: trace_id, spanId: span_id } = span.spanContext();
    return {
      ids: { trace_id, span_id },
      begin: (start) => begin(start, trace.setSpan(ROOT_CONTEXT, span)),
      end: (how) => end(span, how),
    };
  };
  return {
    begin: (start, parent) => begin(start, parent === undefined ? ROOT_CONTEXT : contextOf(parent)),
    close: async () => {
      await Promise.race([provider.shutdown().catch(() => {}), pause(CLOSED_WITHIN, undefined, { ref: false })]);
    },
  };
}

function end(span: OtelSpan, { attributes, error }: SpanEnd = {}): void {
  if (attributes) span.setAttributes(attributes);
  if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

const contextOf = ({ trace_id, span_id, isSampled }: RemoteParent): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: trace_id,
    spanId: span_id,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });

/** Logs one line when the collector becomes unavailable and one when it is back. The library itself logs nothing. */
function loggingOutages(exporter: SpanExporter, log: TracingLog): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const fails = result.code !== 0;
        if (fails && !isAway) log.warn({ reason: result.error?.name }, 'traces cannot be delivered and are dropped');
        if (!fails && isAway) log.info({}, 'traces are delivered again');
        isAway = fails;
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
