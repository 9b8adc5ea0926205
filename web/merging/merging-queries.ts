import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Duplicate, ListedMerge } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { USERS_KEY } from '../people/people-queries.ts';

const KEY = 'merging';

const pageOf = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

export const useDuplicates = () =>
  useList<Duplicate>([KEY, 'duplicates'], (cursor, signal) => service.users.duplicates(pageOf(cursor), signal));

export const useMerges = () =>
  useList<ListedMerge>([KEY, 'merges'], (cursor, signal) => service.users.merges(pageOf(cursor), signal));

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
    mutationFn: ({ id }: { readonly id: number; readonly name: string }) => service.users.unmerge(id),
    onSuccess: (_none, { name }) => sayDone(say('merging.undone', { name })),
    onError: (error) => sayRefused(error, say, language),
    onSettled: refresh,
  });
}
