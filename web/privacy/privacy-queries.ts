import { queryOptions } from '@tanstack/react-query';
import type { Query } from '../../client/route-types.ts';
import { MOST_ON_A_PAGE } from '../../client/wire-limits.ts';
import type { ErasurePreview, QueuedErasure } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';

/** Prefix of all request queries; invalidated after every decision. */
export const ERASURES = ['erasures'] as const;

/** Prefix of the list of recipients. */
export const RECIPIENTS = ['recipients'] as const;

export const recipientsQuery = (tenantId: number | undefined) =>
  queryOptions({
    queryKey: [...RECIPIENTS, tenantId ?? 'all'],
    queryFn: async () =>
      (await service.call('GET /api/admin/recipients', tenantId === undefined ? {} : { tenant_id: tenantId })).items,
  });

const GENTLE_MS = { first: 2000, most: 30_000, growth: 1.4 };

/**
 * What would be erased and what kept. Each call is recorded as a viewing of the person's data, so it is made once when a
 * request is opened, and never automatically.
 */
export const previewQuery = (id: number) =>
  queryOptions({
    queryKey: ['erasure-preview', id],
    queryFn: () => service.call('GET /api/admin/gdpr/erasure-requests/{id}', id),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });

/** The state of a request, without viewing personal data. Polled with growing pauses while the erasure runs. */
export const standingQuery = ({ id, user_id }: Pick<ErasurePreview, 'id' | 'user_id'>) =>
  queryOptions({
    queryKey: [...ERASURES, 'of', user_id, id],
    queryFn: async (): Promise<QueuedErasure | null> => {
      const { items } = await service.call('GET /api/admin/gdpr/erasure-requests', { user_id, limit: MOST_ON_A_PAGE });
      return items.find((one) => one.id === id) ?? null;
    },
    refetchInterval: ({ state }) =>
      state.data?.status === 'approved'
        ? Math.min(GENTLE_MS.most, GENTLE_MS.first * GENTLE_MS.growth ** state.dataUpdateCount)
        : false,
  });

/** The number of pending requests. */
export const waitingQuery = (
  status: 'pending' | 'failed',
  of: Pick<Query<'GET /api/admin/gdpr/erasure-requests'>, 'tenant_id'>,
) =>
  queryOptions({
    queryKey: [...ERASURES, 'waiting', status, of],
    queryFn: async () =>
      (await service.call('GET /api/admin/gdpr/erasure-requests', { ...of, status, limit: 1 })).total,
  });

export const certificateQuery = (id: number) =>
  queryOptions({
    queryKey: ['erasure-certificate', id],
    queryFn: () => service.call('GET /api/admin/gdpr/erasure-requests/{id}/certificate', id),
    staleTime: 0, // recipients answer for weeks
  });
