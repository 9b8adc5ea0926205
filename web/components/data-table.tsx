import { Skeleton, Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Skeleton.css';
import '../styles/table.css';
import { type KeyboardEvent, type ReactNode, useCallback, useRef } from 'react';
import { type Choose, DataRow } from './data-row.tsx';
import { TableHead } from './table-head.tsx';
import type { Choice, Column, Sorting } from './table-parts.ts';
import { useWindowRows } from './window-rows.ts';

export type { Choice, Column } from './table-parts.ts';

interface DataTableProps<Row extends { readonly id: number }> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Shows a skeleton: no data has arrived yet. */
  readonly waiting?: boolean;
  readonly nameOf: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  /** The row whose details are open. */
  readonly openId?: number | undefined;
  readonly choice?: Choice;
  readonly sorting?: Sorting;
  /** One line for each row. */
  readonly dense?: boolean;
  /** Shown when there are no rows: what belongs here, and the first step. */
  readonly empty: ReactNode;
}

const BONES = 8;

/** A table with a sticky header; arrows move between rows, Enter opens, Space selects, and Shift selects up to there. */
export function DataTable<Row extends { readonly id: number }>(props: DataTableProps<Row>) {
  const { label, columns, rows, waiting = false, choice, sorting, dense = false, empty } = props;
  if (!waiting && rows.length === 0) return <div className="empty">{empty}</div>;
  const fixed = columns.every(({ grows, width }) => grows || width !== undefined);
  return (
    <Table
      className="data-table"
      data-fixed={fixed || undefined}
      data-dense={dense || undefined}
      aria-label={label}
      aria-busy={waiting}
      aria-rowcount={rows.length + 1}
      stickyHeader
      stickyHeaderOffset={60}
    >
      <TableHead columns={columns} rows={rows} choice={choice} sorting={sorting} />
      {waiting ? (
        <Table.Tbody>
          <Bones columns={columns.length + (choice ? 1 : 0)} />
        </Table.Tbody>
      ) : (
        <Rows {...props} />
      )}
    </Table>
  );
}

const ROW_HEIGHT = 61;
const DENSE_ROW_HEIGHT = 29;

function Rows<Row extends { readonly id: number }>(props: DataTableProps<Row>) {
  const { columns, rows, nameOf, onOpen, openId, choice, dense = false } = props;
  const opened = openId === undefined ? -1 : rows.findIndex(({ id }) => id === openId);
  const shown = useWindowRows({
    count: rows.length,
    keyOf: (index) => rows[index]?.id ?? index,
    height: dense ? DENSE_ROW_HEIGHT : ROW_HEIGHT,
    keep: [opened],
  });
  const choose = useChoose(rows, choice);
  const reached = Math.max(opened, 0);
  return (
    <Table.Tbody ref={shown.body} onKeyDown={walk} onFocus={shown.onFocus}>
      {shown.rows.map((part) => {
        if ('gap' in part) return <Gap key={`gap ${part.before}`} height={part.gap} />;
        const row = rows[part.index];
        return (
          row && (
            <DataRow
              key={row.id}
              row={row}
              index={part.index}
              columns={columns}
              nameOf={nameOf}
              onOpen={onOpen}
              open={row.id === openId}
              reached={onOpen !== undefined && part.index === reached}
              chosen={choice?.chosen.has(row.id) ?? false}
              may={choice?.may?.(row.id) ?? true}
              onChoose={choice && choose}
              measure={shown.measure}
            />
          )
        );
      })}
    </Table.Tbody>
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
  return useCallback(
    (index, upTo) => {
      const row = rows[index];
      if (row === undefined || choice === undefined) return;
      const from = rows.findIndex(({ id }) => id === last.current);
      const [first, end] = upTo && from >= 0 ? [Math.min(from, index), Math.max(from, index)] : [index, index];
      const wanted = !choice.chosen.has(row.id);
      const next = new Set(choice.chosen);
      for (const { id } of rows.slice(first, end + 1)) {
        if (!wanted) next.delete(id);
        else if (choice.may?.(id) ?? true) next.add(id);
      }
      last.current = row.id;
      choice.choose(next);
    },
    [rows, choice],
  );
}

const Bones = ({ columns }: { columns: number }) =>
  Array.from({ length: BONES }, (_, row) => (
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
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-index]')];
  const here = rows.indexOf(row);
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  rows[next]?.focus();
}
