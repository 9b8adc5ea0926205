import type { Settings } from '../config/settings.ts';
import type { TracingLog } from './otlp-tracer.ts';
import { traceBy } from './trace.ts';

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
