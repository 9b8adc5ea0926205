import type { Settings } from '../config/settings.ts';

/** Where a collector takes traces (OTLP specification, "OTLP/HTTP"). */
export const collectorUrl = ({ endpoint }: Settings['tracing']): string => `${endpoint.replace(/\/$/, '')}/v1/traces`;

/** As OpenTelemetry reads the variable: pairs by commas, values percent-encoded. */
export const collectorHeaders = ({ headers }: Settings['tracing']): Record<string, string> =>
  Object.fromEntries(
    (headers?.reveal() ?? '').split(',').flatMap((pair) => {
      const place = pair.indexOf('=');
      return place < 1 ? [] : [[pair.slice(0, place).trim(), decodeURIComponent(pair.slice(place + 1).trim())]];
    }),
  );
