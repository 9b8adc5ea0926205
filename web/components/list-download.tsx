import { useTexts } from '../i18n/texts.ts';
import { DownloadMenu } from './download-menu.tsx';
import type { useList } from './use-list.ts';
import { MOST_PRINTED, usePrintAll } from './use-print-all.ts';

interface ListDownloadProps<Item, Format extends string> {
  readonly list: ReturnType<typeof useList<Item>>;
  /** What the file's name begins with. */
  readonly fileName: string;
  readonly fetchFile: (asked: { format: Format | 'csv' | 'xlsx'; language: 'hr' | 'en' }) => Promise<Blob>;
  /** Formats besides those of every list. */
  readonly more?: readonly { readonly format: Format; readonly label: string }[];
}

/** A list as a file or on paper, with the filters and in the order of its page. */
export function ListDownload<Item, Format extends string = never>({
  list,
  fileName,
  fetchFile,
  more = [],
}: ListDownloadProps<Item, Format>) {
  const { say, language } = useTexts();
  const printing = usePrintAll(list);
  const isTooLong = list.capped || list.total > MOST_PRINTED;
  return (
    <DownloadMenu<Format | 'csv' | 'xlsx'>
      label={say('download.list')}
      fileName={`${fileName}-${new Date().toISOString().slice(0, 10)}`}
      formats={[
        { format: 'xlsx', label: say('download.xlsx') },
        { format: 'csv', label: say('download.csv') },
        ...more,
      ]}
      fetchFile={(format) => fetchFile({ format, language })}
      print={{
        label: say(isTooLong ? 'download.print.many' : 'download.print'),
        isTooLong,
        run: () => printing.mutate(),
        isPending: printing.isPending,
      }}
    />
  );
}
