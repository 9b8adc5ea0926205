import { type ReactNode, useEffect } from 'react';
import { ProblemNotice } from '../connection/notice.tsx';
import { PageHead } from '../frame/page-head.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ListDownload, type ListDownloadProps } from './list-download.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListView } from './list-view.tsx';
import type { useList } from './use-list.ts';
import type { TableLayoutState } from './use-table-layout.ts';

interface ListTableProps<Row extends { readonly id: number }>
  extends Omit<DataTableProps<Row>, 'rows' | 'waiting' | 'layout'>,
    Partial<Pick<DataTableProps<Row>, 'rows' | 'waiting' | 'layout'>> {
  readonly list: ReturnType<typeof useList<Row>>;
  /** Instead of the total and the next page; false leaves those. */
  readonly foot?: ReactNode;
}

/** The rows of a list, its foot, and its fault if it could not be read. Rows that are there already stay. */
export function ListTable<Row extends { readonly id: number }>({ list, foot, ...table }: ListTableProps<Row>) {
  const { items, query } = list;
  useNextForOpen(list, table.openId);
  return (
    <>
      {query.isError && <ProblemNotice error={query.error} />}
      {!(query.isError && items.length === 0) && (
        <div className="list-body" aria-busy={query.isPlaceholderData}>
          <DataTable rows={items} waiting={query.isPending} {...table} />
        </div>
      )}
      {foot || <ListFoot list={list} last />}
    </>
  );
}

/** So many rows before the end of what is loaded, whoever walks from entry to entry gets the next page. */
const ROWS_AHEAD = 12;

function useNextForOpen<Row extends { readonly id: number }>(
  { items, query }: ReturnType<typeof useList<Row>>,
  openId: number | undefined,
): void {
  const { fetchNextPage, hasNextPage, isFetching, isError } = query;
  const place = openId === undefined ? -1 : items.findIndex(({ id }) => id === openId);
  const isDue = place >= items.length - ROWS_AHEAD && place >= 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
}

interface ListPageProps<Row extends { readonly id: number }, Format extends string>
  extends Omit<ListTableProps<Row>, 'layout' | 'label'>,
    Pick<ListDownloadProps<Row, Format>, 'fileName' | 'fetchFile' | 'more' | 'paper'> {
  readonly title: string;
  readonly text?: string;
  /** The table's name, where it is not the page's. */
  readonly label?: string;
  readonly tableLayout: TableLayoutState;
  /** Other views of the same. */
  readonly views?: ReactNode;
  /** What else can be done with the list. */
  readonly actions?: ReactNode;
  /** Between head and rows: filters, tabs, notes. */
  readonly children?: ReactNode;
}

/** A page that is one list: head with count, view, download and acts, filters, rows and foot. */
export function ListPage<Row extends { readonly id: number }, Format extends string = never>({
  title,
  text,
  label = title,
  tableLayout,
  views,
  actions,
  children,
  fileName,
  fetchFile,
  more,
  paper,
  ...table
}: ListPageProps<Row, Format>) {
  const { list, columns } = table;
  const { layout } = tableLayout;
  return (
    <>
      <PageHead
        title={title}
        count={list}
        views={views}
        {...(text === undefined ? {} : { text })}
        actions={
          <>
            <ListView tableLayout={tableLayout} columns={columns} />
            <ListDownload
              list={list}
              columns={columns}
              layout={layout}
              fileName={fileName}
              fetchFile={fetchFile}
              {...(more && { more })}
              {...(paper && { paper })}
            />
            {actions}
          </>
        }
      />
      {children}
      <ListTable {...table} label={label} layout={layout} />
    </>
  );
}
