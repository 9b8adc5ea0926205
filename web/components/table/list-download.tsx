import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Language } from '../../i18n/language.ts';
import { useTexts } from '../../i18n/texts.ts';
import { sayRefused } from '../connection/acted.tsx';
import { DownloadMenu } from './download-menu.tsx';
import { printSheet } from './print-sheet.ts';
import { type FileColumn, fileColumns, type TableLayout } from './table-layout.ts';
import type { useList } from './use-list.ts';

export interface ListDownloadProps<Item, Format extends string> {
  /** Without it, every row is already on the page. */
  readonly list?: ReturnType<typeof useList<Item>>;
  /** The chosen columns, where they can be chosen; by default the file has all. */
  readonly columns?: readonly FileColumn[];
  readonly layout?: TableLayout;
  /** What the file's name begins with. */
  readonly fileName: string;
  readonly fetchFile: (asked: {
    readonly format: Format | 'csv' | 'xlsx';
    readonly language: Language;
    readonly columns?: string;
  }) => Promise<Blob>;
  /** The whole list, however long, in a form made for paper: the page's own table would take the browser minutes. */
  readonly paper?: { readonly label: string; readonly sheet: (items: readonly Item[]) => ReactNode };
  /** Formats besides those of every list. */
  readonly more?: readonly { readonly format: Format; readonly label: string }[];
}

/** A list as a file or on paper, as its page shows it: filters, order and columns. */
export function ListDownload<Item, Format extends string = never>({
  list,
  columns,
  layout,
  fileName,
  fetchFile,
  paper,
  more = [],
}: ListDownloadProps<Item, Format>) {
  const { say, language } = useTexts();
  const printing = usePrintAll(list);
  const papering = usePaper(list, paper?.sheet);
  const isTooLong = list !== undefined && (list.capped || list.total > MOST_PRINTED);
  const shown = {
    label: say(isTooLong ? 'download.print.many' : 'download.print'),
    isTooLong,
    run: () => printing.mutate(),
    isPending: printing.isPending,
  };
  const sheets = paper && {
    label: paper.label,
    isTooLong: false,
    run: () => papering.mutate(),
    isPending: papering.isPending,
  };
  return (
    <DownloadMenu<Format | 'csv' | 'xlsx'>
      label={say('download.list')}
      fileName={`${fileName}-${new Date().toISOString().slice(0, 10)}`}
      formats={[
        { format: 'xlsx', label: say('download.xlsx') },
        { format: 'csv', label: say('download.csv') },
        ...more,
      ]}
      fetchFile={(format) =>
        fetchFile({ format, language, ...(columns && layout && { columns: fileColumns(columns, layout) }) })
      }
      prints={[...(sheets && isTooLong ? [] : [shown]), ...(sheets ? [sheets] : [])]}
    />
  );
}

/** More would take the browser minutes, and fill hundreds of sheets. */
const MOST_PRINTED = 5000;

type Listed<Item> = Pick<ReturnType<typeof useList<Item>>, 'query'> | undefined;

/** Every row of a list: what is missing is loaded. */
async function loadAll<Item>(list: Listed<Item>): Promise<readonly Item[]> {
  let rest: Pick<NonNullable<Listed<Item>>['query'], 'data' | 'hasNextPage' | 'fetchNextPage'> | undefined =
    list?.query;
  while (rest?.hasNextPage) rest = await rest.fetchNextPage({ cancelRefetch: false, throwOnError: true });
  return rest?.data?.pages.flatMap(({ items }) => items) ?? [];
}

/** Loads the rest of a list, if any, then prints a sheet of it instead of the page's table. */
function usePaper<Item>(list: Listed<Item>, sheet: ((items: readonly Item[]) => ReactNode) | undefined) {
  const { say, language } = useTexts();
  return useMutation({
    mutationFn: async () => printSheet(sheet?.(await loadAll(list))),
    onError: (error) => sayRefused(error, say, language),
  });
}

/** Loads the rest of a list, if any, then prints the page. */
function usePrintAll<Item>(list: Listed<Item>) {
  const { say, language } = useTexts();
  return useMutation({
    mutationFn: async () => {
      await loadAll(list);
      requestAnimationFrame(() => print()); // once the last rows are drawn
    },
    onError: (error) => sayRefused(error, say, language),
  });
}
