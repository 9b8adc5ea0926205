import { queryOptions } from '@tanstack/react-query';
import type { ErasurePreview, QueuedErasure } from '../../client/wire-types.ts';
import { service } from '../service.ts';

/** Whatever shows where requests stand; asked again after every decision. */
export const ERASURES = ['erasures'] as const;

const GENTLE_MS = { first: 2000, most: 30_000, growth: 1.4 };

/**
 * What would go and what would stay. Each time it is asked, the person's record says that somebody looked: so it is asked
 * once when a request is opened, and never by itself.
 */
export const previewQuery = (id: number) =>
  queryOptions({
    queryKey: ['erasure-preview', id],
    queryFn: () => service.erasures.preview(id),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });

/** Where the request stands now, which looks at nobody's data. Asked again, ever more seldom, while it is carried out. */
export const standingQuery = ({ id, user_id }: Pick<ErasurePreview, 'id' | 'user_id'>) =>
  queryOptions({
    queryKey: [...ERASURES, 'of', user_id, id],
    queryFn: async (): Promise<QueuedErasure | null> => {
      const { items } = await service.erasures.list({ user_id, limit: 200 });
      return items.find((one) => one.id === id) ?? null;
    },
    refetchInterval: ({ state }) =>
      state.data?.status === 'approved'
        ? Math.min(GENTLE_MS.most, GENTLE_MS.first * GENTLE_MS.growth ** state.dataUpdateCount)
        : false,
  });

/** How many wait for somebody. */
export const waitingQuery = (status: 'pending' | 'failed') =>
  queryOptions({
    queryKey: [...ERASURES, 'waiting', status],
    queryFn: async () => (await service.erasures.list({ status, limit: 1 })).total,
  });

export const certificateQuery = (id: number) =>
  queryOptions({
    queryKey: ['erasure-certificate', id],
    queryFn: () => service.erasures.certificate(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
