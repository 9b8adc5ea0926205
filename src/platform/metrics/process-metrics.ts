import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { counter, gauge, type MetricSource, over } from './metric.ts';

const NANOSECONDS = 1e9;
/** Sampling interval in milliseconds. */
const RESOLUTION = 20;

/** What any Node.js process can report about itself. */
export function processMetrics(): MetricSource {
  const delayed = loopDelay();
  const startedAt = performance.timeOrigin / 1000;
  return async () => {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed, heapTotal } = process.memoryUsage();
    const { active } = performance.eventLoopUtilization();
    const { typical, worst } = delayed();
    return [
      counter('process_cpu_seconds_total', 'Time on the processor, all threads.', (user + system) / 1e6),
      over('sum', gauge('process_resident_memory_bytes', 'Memory that is held in RAM.', rss)),
      over('lowest', gauge('process_start_time_seconds', 'When the process began, since 1970.', startedAt)),
      over('sum', gauge('nodejs_heap_size_used_bytes', 'Of the heap, what is in use.', heapUsed)),
      over('sum', gauge('nodejs_heap_size_total_bytes', 'The heap.', heapTotal)),
      counter('nodejs_eventloop_active_seconds_total', 'Time in which the event loop was at work.', active / 1000),
      gauge('nodejs_eventloop_lag_p50_seconds', 'Median delay of a timer since the last scrape.', typical),
      gauge('nodejs_eventloop_lag_max_seconds', 'Longest delay of a timer since the last scrape.', worst),
    ];
  };
}

/** Sampled from the first scrape on: a process that is never scraped should not wake up fifty times a second. */
function loopDelay(): () => { typical: number; worst: number } {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;
  // The histogram records the whole time between two ticks of its timer.
  const delayOf = (span: number) => Math.max(0, span - RESOLUTION * 1e6) / NANOSECONDS;
  return () => {
    if (histogram === undefined) {
      histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
      histogram.enable();
    }
    const seen = histogram.count > 0;
    const delay = seen
      ? { typical: delayOf(histogram.percentile(50)), worst: delayOf(histogram.max) }
      : { typical: 0, worst: 0 };
    histogram.reset();
    return delay;
  };
}
