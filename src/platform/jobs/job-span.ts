import type { SpanStart } from '../metrics/span.ts';

export const jobSpan = (name: string): SpanStart => ({
  name: `job ${name}`,
  kind: 'internal',
  attributes: { 'iskaznica.job': name },
});
