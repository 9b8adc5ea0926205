import { Checkbox, Table } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import { Icon } from '../frame/icons.tsx';
import { type Choice, type Column, cellMarks, type Sorting } from './table-parts.ts';

interface TableHeadProps<Row extends { readonly id: number }> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly choice: Choice | undefined;
  readonly sorting: Sorting | undefined;
}

export function TableHead<Row extends { readonly id: number }>({
  columns,
  rows,
  choice,
  sorting,
}: TableHeadProps<Row>) {
  return (
    <Table.Thead>
      <Table.Tr>
        {choice && (
          <Table.Th className="choice">
            <ChooseAll ids={rows.map(({ id }) => id)} choice={choice} />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Table.Th
            key={column.key}
            {...cellMarks(column)}
            __vars={widthsOf(column)}
            aria-sort={sorting && directionOf(column, sorting)}
          >
            {sorting && column.sort ? <SortButton column={column} sorting={sorting} /> : column.head}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

const pixels = (width: number | undefined) => (width === undefined ? undefined : `${width}px`);

const widthsOf = ({ width, narrowWidth = width }: Pick<Column<never>, 'width' | 'narrowWidth'>) => ({
  '--width': pixels(width),
  '--narrow-width': pixels(narrowWidth),
});

function SortButton<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting }) {
  const { head, sort } = column;
  const direction = directionOf(column, sorting);
  if (!sort) return head;
  const next = direction === 'ascending' || (direction === undefined && sort.first === 'down') ? sort.down : sort.up;
  return (
    <button type="button" className="sort-button" data-direction={direction} onClick={() => sorting.onSort(next)}>
      {head}
      <Icon name="menu" size={14} />
    </button>
  );
}

function directionOf<Row>({ sort }: Column<Row>, { by }: Sorting): 'ascending' | 'descending' | undefined {
  if (by === sort?.up) return 'ascending';
  return by === sort?.down ? 'descending' : undefined;
}

function ChooseAll({ ids, choice }: { ids: readonly number[]; choice: Choice }) {
  const { say } = useTexts();
  const { chosen, whyNot } = choice;
  const possible = new Set(ids.filter((id) => whyNot?.(id) === undefined));
  const count = [...possible].filter((id) => chosen.has(id)).length;
  const all = count > 0 && count === possible.size;
  const others = [...chosen].filter((id) => !possible.has(id));
  return (
    <Checkbox
      aria-label={say('list.chooseAll')}
      checked={all}
      indeterminate={count > 0 && !all}
      disabled={possible.size === 0}
      onChange={() => choice.choose(new Set(all ? others : [...others, ...possible]))}
    />
  );
}
