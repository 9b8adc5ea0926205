import type { Settings } from '../../platform/config/settings.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { asError, codeOf } from '../../platform/kernel/unchecked.ts';
import { collectorHeaders, collectorUrl } from '../../platform/metrics/collector.ts';
import type { Finding } from './finding.ts';

/** Whether the collector accepts an empty message. */
export async function examineTracing({ tracing }: Settings): Promise<Finding[]> {
  if (tracing.endpoint === '') return [];
  const url = collectorUrl(tracing);
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { ...collectorHeaders(tracing), 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      redirect: 'error',
      signal: AbortSignal.timeout(seconds(3)),
    });
    if (status === 200) return [{ verdict: 'ok', about: 'traces', text: `${url} takes them` }];
    return [{ verdict: 'WRONG', about: 'traces', text: `${url} answers with ${status}` }];
  } catch (error) {
    const { cause, message } = asError(error);
    return [{ verdict: 'WRONG', about: 'traces', text: `${url} does not answer: ${codeOf(cause) ?? message}` }];
  }
}
