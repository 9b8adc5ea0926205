import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError, NoAnswerError } from '../../../client/api-error.ts';
import { setWaitUntil, waitUntilOf } from './waits.ts';

const LONGEST_WAIT_MS = 30_000;
/** A failure that recovers within a second is not worth mentioning. */
const WORTH_SAYING = 2;

/** Temporary: no network, too many requests, or the service is briefly down. */
const passes = (error: unknown): boolean =>
  error instanceof NoAnswerError || (error instanceof ApiError && (error.status === 429 || error.status === 503));

/** Queries are retried for as long as the problem is temporary; other server errors get two more attempts. */
export const retryRule = {
  retry: (failures: number, error: Error): boolean =>
    passes(error) || (failures < 2 && error instanceof ApiError && error.status >= 500),
  retryDelay: (failures: number, error: Error): number => {
    const told = waitUntilOf(error) - Date.now();
    const delay = Math.max(told, Math.min(1000 * 2 ** failures, LONGEST_WAIT_MS));
    if (passes(error)) setWaitUntil(error, Date.now() + delay);
    return delay;
  },
};

const isWaiting = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' &&
  passes(state.fetchFailureReason) &&
  (state.fetchFailureCount >= WORTH_SAYING || waitUntilOf(state.fetchFailureReason) - Date.now() > 2000);

/** Why queries wait before retrying; undefined when none does. */
export function useTrouble(): Error | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    useCallback((tell) => cache.subscribe(notifyManager.batchCalls(tell)), [cache]),
    () => [...cache.getAll()].reverse().find(isWaiting)?.state.fetchFailureReason ?? undefined,
  );
}

/** Retries all waiting queries now. */
export function tryNow(queries: QueryClient): void {
  for (const query of queries.getQueryCache().getAll().filter(isWaiting)) {
    void query.cancel({ silent: true }).then(() => query.fetch().catch(() => {})); // the page reports the outcome
  }
}
