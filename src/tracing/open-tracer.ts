import type { Settings } from '../config/settings.ts';
import type { TracingLog } from './otlp-tracer.ts';
import { traceBy } from './trace.ts';

/** Returns how to end what it begins. OpenTelemetry is loaded here, and only where a collector is named. */
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
