import { Checkbox, Skeleton, Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Skeleton.css';
import '../styles/table.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTexts } from '../i18n/texts.ts';

export interface Column<Row> {
  readonly key: string;
  readonly head: string;
  readonly show: (row: Row) => ReactNode;
  /**
   * Hidden where space is short: on phones, on tablets as well, or on small laptops as well. Its content must also appear
   * in another column or behind the row.
   */
  readonly wideOnly?: boolean | 'tablet' | 'laptop';
  readonly numeric?: boolean;
  /** Takes the remaining width and truncates its content. */
  readonly grows?: boolean;
}

export interface Choice {
  readonly chosen: ReadonlySet<number>;
  readonly choose: (ids: ReadonlySet<number>) => void;
  /** Rows without any action cannot be selected; by default all can. */
  readonly may?: (id: number) => boolean;
}

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
  /** Shown when there are no rows: what belongs here, and the first step. */
  readonly empty: ReactNode;
}

const BONES = 8;

/** A table with a sticky header; arrows move between rows, Enter opens and Space selects. */
export function DataTable<Row extends { readonly id: number }>(props: DataTableProps<Row>) {
  const { label, columns, rows, waiting = false, choice, empty } = props;
  if (!waiting && rows.length === 0) return <div className="empty">{empty}</div>;
  return (
    <Table className="data-table" aria-label={label} aria-busy={waiting} stickyHeader stickyHeaderOffset={60}>
      <Table.Thead>
        <Table.Tr>
          {choice && (
            <Table.Th className="choice">
              <ChooseAll ids={rows.map(({ id }) => id)} choice={choice} />
            </Table.Th>
          )}
          {columns.map(({ key, head, wideOnly, numeric, grows }) => (
            <Table.Th
              key={key}
              data-wide-only={wideOnly || undefined}
              data-numeric={numeric || undefined}
              data-grows={grows || undefined}
            >
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody onKeyDown={walk}>
        {waiting ? (
          <Bones columns={columns.length + (choice ? 1 : 0)} />
        ) : (
          rows.map((row, index) => <DataRow key={row.id} {...props} row={row} first={index === 0} />)
        )}
      </Table.Tbody>
    </Table>
  );
}

type DataRowProps<Row extends { readonly id: number }> = DataTableProps<Row> & {
  readonly row: Row;
  readonly first: boolean;
};

function DataRow<Row extends { readonly id: number }>(props: DataRowProps<Row>) {
  const { row, first, columns, nameOf, onOpen, openId, choice } = props;
  const { say } = useTexts();
  const chosen = choice?.chosen.has(row.id) ?? false;
  const may = choice?.may?.(row.id) ?? true;
  const toggle = () => may && choice?.choose(toggled(choice.chosen, row.id));
  return (
    <Table.Tr
      tabIndex={onOpen && (openId === undefined ? first : openId === row.id) ? 0 : -1}
      data-open={openId === row.id || undefined}
      data-chosen={chosen || undefined}
      data-opens={onOpen ? '' : undefined}
      aria-label={onOpen ? say('list.open', { name: nameOf(row) }) : undefined}
      onClick={() => onOpen?.(row)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter') onOpen?.(row);
        if (event.key === ' ' && choice) {
          event.preventDefault();
          toggle();
        }
      }}
    >
      {choice && (
        <Table.Td className="choice" onClick={(event) => event.stopPropagation()}>
          <Checkbox
            aria-label={say('list.choose', { name: nameOf(row) })}
            checked={chosen}
            disabled={!may}
            onChange={toggle}
          />
        </Table.Td>
      )}
      {columns.map(({ key, show, wideOnly, numeric, grows }) => (
        <Table.Td
          key={key}
          data-wide-only={wideOnly || undefined}
          data-numeric={numeric || undefined}
          data-grows={grows || undefined}
        >
          {show(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function ChooseAll({ ids, choice }: { ids: readonly number[]; choice: Choice }) {
  const { say } = useTexts();
  const { chosen, may = () => true } = choice;
  const possible = ids.filter(may);
  const count = possible.filter((id) => chosen.has(id)).length;
  const all = count > 0 && count === possible.length;
  const others = new Set([...chosen].filter((id) => !possible.includes(id)));
  return (
    <Checkbox
      aria-label={say('list.chooseAll')}
      checked={all}
      indeterminate={count > 0 && !all}
      disabled={possible.length === 0}
      onChange={() => choice.choose(all ? others : new Set([...others, ...possible]))}
    />
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

function toggled(chosen: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Arrows, Home and End move between rows; a field inside a row keeps its own keys. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target as HTMLElement;
  if (row.tagName !== 'TR') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr')];
  const here = rows.indexOf(row);
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  rows[next]?.focus();
}
