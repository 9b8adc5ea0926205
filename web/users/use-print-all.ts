import { useMutation } from '@tanstack/react-query';
import type { User } from '../../client/wire-types.ts';
import { sayRefused } from '../components/acted.tsx';
import type { useList } from '../components/use-list.ts';
import { useTexts } from '../i18n/texts.ts';

/** More would take the browser minutes, and fill hundreds of sheets. */
export const MOST_PRINTED = 5000;

/** Loads the rest of a list, then prints the page. */
export function usePrintAll({ query }: ReturnType<typeof useList<User>>) {
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
