import type { Settings } from '../config/settings.ts';

/** The address to which traces are sent (OTLP specification, "OTLP/HTTP"). */
export const collectorUrl = ({ endpoint }: Settings['tracing']): string => `${endpoint.replace(/\/$/, '')}/v1/traces`;

/** Parses the variable as OpenTelemetry does: pairs separated by commas, values percent-encoded. */
export const collectorHeaders = ({ headers }: Settings['tracing']): Record<string, string> =>
  Object.fromEntries(
    (headers?.reveal() ?? '').split(',').flatMap((pair) => {
      const index = pair.indexOf('=');
      return index < 1 ? [] : [[pair.slice(0, index).trim(), decodeURIComponent(pair.slice(index + 1).trim())]];
    }),
  );
