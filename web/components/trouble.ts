import { notifyManager, onlineManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError, NoAnswerError } from '../../client/api-error.ts';
import { countedTries } from './lock-told.ts';

const LONGEST_WAIT_MS = 30_000;
/** A failure that recovers within a second is not worth mentioning. */
const WORTH_SAYING = 2;

/** Temporary: no network, too many requests, or the service is briefly down. */
const passes = (error: unknown): boolean =>
  error instanceof NoAnswerError || (error instanceof ApiError && (error.status === 429 || error.status === 503));

const waits = new WeakMap<Error, number>();

/**
 * When a retry makes sense (milliseconds since 1970); 0 for at once. Counted from when the error was first seen, by the
 * remaining seconds rather than the instant: device clocks are often wrong.
 */
export function waitUntilOf(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  const noted = waits.get(error);
  if (noted !== undefined) return noted;
  const told = error instanceof ApiError && [423, 429, 503].includes(error.status) ? error.retryAfter : undefined;
  const wait = told === undefined ? (countedTries(error)?.lockedFor ?? 0) : told * 1000;
  const until = wait === 0 ? 0 : Date.now() + wait;
  waits.set(error, until);
  return until;
}

/** Queries are retried for as long as the problem is temporary; other server errors get two more attempts. */
export const retryRule = {
  retry: (failures: number, error: Error): boolean =>
    passes(error) || (failures < 2 && error instanceof ApiError && error.status >= 500),
  retryDelay: (failures: number, error: Error): number => {
    const told = waitUntilOf(error) - Date.now();
    const delay = Math.max(told, Math.min(1000 * 2 ** failures, LONGEST_WAIT_MS));
    if (passes(error)) waits.set(error, Date.now() + delay);
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

export const useOnline = (): boolean =>
  useSyncExternalStore(
    useCallback((tell) => onlineManager.subscribe(tell), []),
    () => onlineManager.isOnline(),
  );

/** Retries all waiting queries now. */
export function tryNow(queries: QueryClient): void {
  for (const query of queries.getQueryCache().getAll().filter(isWaiting)) {
    void query.cancel({ silent: true }).then(() => query.fetch().catch(() => {})); // the page reports the outcome
  }
}
