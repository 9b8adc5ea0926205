import { Skeleton, Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Skeleton.css';
import '../../styles/table.css';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { standsBeside } from '../drawer/beside.ts';
import { useWalk } from '../drawer/use-walk.ts';
import { arranged } from './column-order.ts';
import { type Choose, DataRow } from './data-row.tsx';
import { TableHead } from './table-head.tsx';
import { isVisible, type TableLayout } from './table-layout.ts';
import { type Choice, type Column, cellMarks, type Sorting, type Tree } from './table-parts.ts';
import { walkTree } from './walk-tree.ts';
import { useWindowRows } from './window-rows.ts';

export type { Choice, Column } from './table-parts.ts';

export interface DataTableProps<Row extends { readonly id: number }> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Shows a skeleton: no data has arrived yet. */
  readonly waiting?: boolean;
  readonly nameOf: (row: Row) => string;
  /** What a row is about, if that outlives its id: an invitation that is sent again has a new one. */
  readonly subjectOf?: ((row: Row) => number) | undefined;
  readonly onOpen?: (row: Row) => void;
  /** The row whose details are open. */
  readonly openId?: number | undefined;
  readonly choice?: Choice;
  readonly sorting?: Sorting;
  /** Which columns are shown, in what order, and whether each row is one line; without it all, in tall rows. */
  readonly layout?: TableLayout;
  readonly tree?: Tree<Row> | undefined;
  /** Consecutive rows with the same text are grouped below it, as under a heading. */
  readonly groupOf?: (row: Row) => string;
  /** Shown when there are no rows: what belongs here, and the first step. */
  readonly empty: ReactNode;
}

const SKELETON_ROWS = 8;

/** A table with a sticky header; arrows move between rows, Enter opens, Space selects, and Shift selects up to there. */
export function DataTable<Row extends { readonly id: number }>(props: DataTableProps<Row>) {
  const { label, rows, waiting = false, choice, sorting, layout, tree, groupOf, empty } = props;
  const columns = useMemo(
    () => (layout ? arranged(props.columns, layout).filter((column) => isVisible(layout, column)) : props.columns),
    [props.columns, layout],
  );
  const lines = useMemo(() => linesOf(rows, groupOf), [rows, groupOf]);
  if (!waiting && rows.length === 0) return <div className="empty">{empty}</div>;
  const fixed = columns.every(({ grows, width }) => grows || width !== undefined);
  return (
    <Table
      className="data-table"
      role={tree && 'treegrid'}
      data-fixed={fixed || undefined}
      data-dense={layout?.dense || undefined}
      aria-label={label}
      aria-busy={waiting}
      aria-rowcount={lines.length + 1}
      stickyHeader
      stickyHeaderOffset={60}
    >
      <TableHead columns={columns} rows={rows} choice={choice} sorting={sorting} />
      {waiting ? (
        <Table.Tbody>
          <SkeletonRows columns={columns.length + (choice ? 1 : 0)} />
        </Table.Tbody>
      ) : (
        <Rows {...props} columns={columns} lines={lines} />
      )}
    </Table>
  );
}

/** A row, or the words above some of them. */
type Line<Row> = { readonly row: Row; readonly index: number } | { readonly group: string; readonly before: number };

function linesOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  groupOf: ((row: Row) => string) | undefined,
): readonly Line<Row>[] {
  let last: string | undefined;
  return rows.flatMap((row, index) => {
    const group = groupOf?.(row);
    const heading = group !== undefined && group !== last ? [{ group, before: row.id }] : [];
    last = group;
    return [...heading, { row, index }];
  });
}

const idOf = ({ id }: { readonly id: number }): number => id;

const keyOf = <Row extends { readonly id: number }>(
  line: Line<Row> | undefined,
  place: number,
  subjectOf: (row: Row) => number,
): string | number => (line === undefined ? place : 'group' in line ? `group ${line.before}` : subjectOf(line.row));

const ROW_HEIGHT = 61;
const DENSE_ROW_HEIGHT = 29;

interface RowsProps<Row extends { readonly id: number }> extends DataTableProps<Row> {
  readonly lines: readonly Line<Row>[];
}

function Rows<Row extends { readonly id: number }>(props: RowsProps<Row>) {
  const { columns, rows, lines, nameOf, subjectOf = idOf, onOpen, openId, choice, layout, tree, groupOf } = props;
  const opened = openId === undefined ? -1 : lines.findIndex((line) => 'row' in line && line.row.id === openId);
  const shown = useWindowRows({
    count: lines.length,
    keyOf: (place) => keyOf(lines[place], place, subjectOf),
    height: layout?.dense ? DENSE_ROW_HEIGHT : ROW_HEIGHT,
    keep: (first) =>
      groupOf ? [opened, lines.findLastIndex((line, place) => place <= first && 'group' in line)] : [opened],
  });
  const choose = useChoose(rows, choice);
  const open = useLatest(onOpen);
  useWalk({
    openId: onOpen && openId,
    beside: (id, by) => {
      const place = rows.findIndex((row) => row.id === id);
      return place < 0 ? undefined : rows[place + by]?.id;
    },
    open: (id) => {
      const row = rows.find((one) => one.id === id);
      if (row) onOpen?.(row);
    },
  });
  useOpenRowInView(openId, opened >= 0);
  const reached = opened < 0 ? lines.findIndex((line) => 'row' in line) : opened;
  return (
    <Table.Tbody
      ref={shown.body}
      onKeyDown={(event) => {
        if (openId === undefined || !standsBeside()) walk(event);
        if (tree) walkTree(event, rows, tree);
      }}
      onFocus={shown.onFocus}
    >
      {shown.rows.map((part) => {
        if ('gap' in part) return <Gap key={`gap ${part.before}`} height={part.gap} />;
        const line = lines[part.index];
        if (line && 'group' in line)
          return (
            <GroupHead
              key={keyOf(line, part.index, subjectOf)}
              words={line.group}
              place={part.index}
              columns={columns}
              chooses={choice !== undefined}
              measure={shown.measure}
            />
          );
        const row = line?.row;
        return (
          row && (
            <DataRow
              key={subjectOf(row)}
              row={row}
              index={line.index}
              place={part.index}
              {...tree?.placeOf(row)}
              columns={columns}
              nameOf={nameOf}
              onOpen={onOpen && open}
              shown={row.id === openId}
              reached={onOpen !== undefined && part.index === reached}
              chosen={choice?.chosen.has(row.id) ?? false}
              whyNot={choice?.whyNot?.(row.id)}
              onChoose={choice && choose}
              measure={shown.measure}
            />
          )
        );
      })}
    </Table.Tbody>
  );
}

/** The row whose entry is shown beside the list is in sight; the focus goes with it, if it was on a row. */
function useOpenRowInView(openId: number | undefined, isListed: boolean): void {
  useEffect(() => {
    if (openId === undefined || !isListed || !standsBeside()) return;
    const row = document.querySelector<HTMLElement>('.data-table tr[data-open]');
    row?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement?.matches('.data-table tr')) row?.focus({ preventScroll: true });
  }, [openId, isListed]);
}

interface GroupHeadProps {
  readonly words: string;
  readonly place: number;
  readonly columns: readonly Column<never>[];
  readonly chooses: boolean;
  readonly measure: Ref<HTMLTableRowElement>;
}

/** It spans the columns that every screen shows; a cell below each other one, or the table would grow by columns. */
function GroupHead({ words, place, columns, chooses, measure }: GroupHeadProps) {
  const wide = columns.findIndex(({ wideOnly }) => wideOnly);
  const spanned = wide < 0 ? columns.length : wide;
  return (
    <tr ref={measure} data-index={place} aria-rowindex={place + 2} className="group">
      <th colSpan={spanned + (chooses ? 1 : 0)} scope="colgroup">
        {words}
      </th>
      {columns.slice(spanned).map((column) => (
        <td key={column.key} {...cellMarks(column)} />
      ))}
    </tr>
  );
}

const Gap = ({ height }: { height: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
  <tr className="gap" aria-hidden="true">
    <td style={{ height }} />
  </tr>
);

/** Selects a row, or all between it and the last one; those between take the state of this one. */
function useChoose<Row extends { readonly id: number }>(rows: readonly Row[], choice: Choice | undefined): Choose {
  const last = useRef<number | undefined>(undefined);
  return useLatest((index: number, upTo: boolean) => {
    const row = rows[index];
    if (row === undefined || choice === undefined) return;
    const from = rows.findIndex(({ id }) => id === last.current);
    const [first, end] = upTo && from >= 0 ? [Math.min(from, index), Math.max(from, index)] : [index, index];
    const wanted = !choice.chosen.has(row.id);
    const next = new Set(choice.chosen);
    for (const { id } of rows.slice(first, end + 1)) {
      if (!wanted) next.delete(id);
      else if (choice.whyNot?.(id) === undefined) next.add(id);
    }
    last.current = row.id;
    choice.choose(next);
  });
}

/** The same function at every render: a new one would draw all rows again for each step from one to the next. */
function useLatest<Args extends readonly unknown[]>(
  call: ((...args: Args) => void) | undefined,
): (...args: Args) => void {
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  return useCallback((...args: Args) => latest.current?.(...args), []);
}

const SkeletonRows = ({ columns }: { columns: number }) =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no ids
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no ids
        <Table.Td key={column}>
          <Skeleton height={16} radius="sm" />
        </Table.Td>
      ))}
    </Table.Tr>
  ));

/** Arrows, Home and End move between rows; a field inside a row keeps its own keys. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target as HTMLElement;
  if (row.tagName !== 'TR') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[tabindex]')];
  const here = rows.indexOf(row);
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  rows[next]?.focus();
}
