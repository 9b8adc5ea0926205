import type { SpanStart } from '../tracing/span.ts';

export const jobSpan = (name: string): SpanStart => ({
  name: `job ${name}`,
  kind: 'internal',
  attributes: { 'iskaznica.job': name },
});
