import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../../../client/api-error.ts';
import type { Retry } from './retry-context.ts';

/** Asking again changes nothing about a refusal, such as a missing right. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

/** How to ask again for what failed with this error, from wherever it is shown. Undefined for actions. */
export function useFailedQuery(error: unknown): Retry | undefined {
  const cache = useQueryClient().getQueryCache();
  const failed = useCallback(
    (): readonly Query[] => (mayPass(error) ? cache.findAll({ predicate: ({ state }) => state.error === error }) : []),
    [cache, error],
  );
  const state = useSyncExternalStore(
    useCallback((tell) => cache.subscribe(notifyManager.batchCalls(tell)), [cache]),
    () => stateOf(failed()),
  );
  if (state === 'none') return undefined;
  // The page shows the outcome.
  return { retry: () => void Promise.allSettled(failed().map((query) => query.fetch())), busy: state === 'busy' };
}

function stateOf(queries: readonly Query[]): 'none' | 'idle' | 'busy' {
  if (queries.length === 0) return 'none';
  return queries.some(({ state }) => state.fetchStatus === 'fetching') ? 'busy' : 'idle';
}
