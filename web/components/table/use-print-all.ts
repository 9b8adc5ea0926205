import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { sayRefused } from '../connection/acted.tsx';
import type { useList } from './use-list.ts';

/** More would take the browser minutes, and fill hundreds of sheets. */
export const MOST_PRINTED = 5000;

/** Loads the rest of a list, if any, then prints the page. */
export function usePrintAll<Item>(list: Pick<ReturnType<typeof useList<Item>>, 'query'> | undefined) {
  const { say, language } = useTexts();
  return useMutation({
    mutationFn: async () => {
      for (let rest = list?.query; rest?.hasNextPage; ) rest = await rest.fetchNextPage({ cancelRefetch: false });
      requestAnimationFrame(() => print()); // once the last rows are drawn
    },
    onError: (error) => sayRefused(error, say, language),
  });
}
