import { counter, gauge, type Metric, over } from '../../platform/metrics/metric.ts';
import type { HashLoad } from './hash-queue.ts';

export const hashMetrics = ({ running, waiting, refused }: HashLoad): Metric[] => [
  over('sum', gauge('iskaznica_hash_queue_running', 'Passwords that are hashed now.', running)),
  over('sum', gauge('iskaznica_hash_queue_waiting', 'Hashes that wait for a core.', waiting)),
  counter('iskaznica_hash_queue_refused_total', 'Acts for which there was no room (503).', refused),
];
