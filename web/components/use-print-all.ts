import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../i18n/texts.ts';
import { sayRefused } from './acted.tsx';
import type { useList } from './use-list.ts';

/** More would take the browser minutes, and fill hundreds of sheets. */
export const MOST_PRINTED = 5000;

/** Loads the rest of a list, then prints the page. */
export function usePrintAll<Item>({ query }: Pick<ReturnType<typeof useList<Item>>, 'query'>) {
  const { say, language } = useTexts();
  return useMutation({
    mutationFn: async () => {
      let { hasNextPage } = query;
      while (hasNextPage) ({ hasNextPage } = await query.fetchNextPage({ cancelRefetch: false }));
      requestAnimationFrame(() => print()); // once the last rows are drawn
    },
    onError: (error) => sayRefused(error, say, language),
  });
}
