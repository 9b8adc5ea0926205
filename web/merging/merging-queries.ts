import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../client/route-types.ts';
import type { Duplicate } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { USERS_KEY } from '../people/people-queries.ts';

const KEY = 'merging';

const pageOf = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

export const useDuplicates = () =>
  useList<Duplicate>([KEY, 'duplicates'], (cursor, signal) =>
    service.call('GET /api/admin/duplicates', pageOf(cursor), signal),
  );

export const useMerges = () =>
  useList<Answer<'GET /api/admin/merges'>['items'][number]>([KEY, 'merges'], (cursor, signal) =>
    service.call('GET /api/admin/merges', pageOf(cursor), signal),
  );

/** After accounts were merged, or are two again. */
export function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [KEY] }),
      queries.invalidateQueries({ queryKey: [USERS_KEY] }),
      queries.invalidateQueries({ queryKey: ['person'] }),
    ]);
}

/** Makes two accounts of one. */
export function useUnmerge() {
  const { say, language } = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: { readonly id: number; readonly name: string }) =>
      service.call('POST /api/admin/users/{id}/unmerge', id),
    onSuccess: (_none, { name }) => sayDone(say('merging.undone', { name })),
    onError: (error) => sayRefused(error, say, language),
    onSettled: refresh,
  });
}
