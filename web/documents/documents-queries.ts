import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Query } from '../../client/route-types.ts';
import { MOST_ON_A_PAGE } from '../../client/wire-limits.ts';
import { service } from '../auth/service.ts';

/** Prefix of all document queries; invalidated after every change. */
export const DOCUMENTS = ['documents'] as const;

/** The whole shelf at once: one yearbook a year is a short list. */
export const shelfQuery = (wanted: Pick<Query<'GET /api/documents'>, 'q' | 'tenant_id'>) =>
  queryOptions({
    queryKey: [...DOCUMENTS, 'shelf', wanted],
    queryFn: async ({ signal }) => {
      const { items } = await service.either.call(
        'GET /api/documents',
        { ...wanted, kind: 'yearbook', limit: MOST_ON_A_PAGE },
        signal,
      );
      return items.toSorted((one, other) => (other.year ?? 0) - (one.year ?? 0));
    },
    placeholderData: keepPreviousData,
  });

export const documentQuery = (id: number) =>
  queryOptions({
    queryKey: [...DOCUMENTS, 'one', id],
    queryFn: () => service.either.call('GET /api/documents/{id}', id),
  });
