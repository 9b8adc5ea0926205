import { type MouseEvent, memo, type Ref } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { sayWhyNot } from '../connection/acted.tsx';
import { type Column, cellMarks } from './table-parts.ts';

/** `upTo`: from the row that was selected last, with Shift. */
export type Choose = (index: number, upTo: boolean) => void;

interface DataRowProps<Row extends { readonly id: number }> {
  readonly row: Row;
  readonly index: number;
  /** Among the lines of the table, headings of groups included. */
  readonly place: number;
  /** In a tree: how deep it stands, and whether what is below it is shown. */
  readonly level?: number;
  readonly open?: boolean | undefined;
  readonly columns: readonly Column<Row>[];
  readonly nameOf: (row: Row) => string;
  readonly onOpen: ((row: Row) => void) | undefined;
  /** Whether its details are shown. */
  readonly shown: boolean;
  /** Whether Tab leads to this row. */
  readonly reached: boolean;
  readonly chosen: boolean;
  /** Why it cannot be selected. */
  readonly whyNot: string | undefined;
  readonly onChoose: Choose | undefined;
  readonly measure: Ref<HTMLTableRowElement>;
}

function PlainRow<Row extends { readonly id: number }>(props: DataRowProps<Row>) {
  const { row, index, place, level, open, columns, nameOf, onOpen, shown, reached, chosen, whyNot, onChoose, measure } =
    props;
  const { say } = useTexts();
  /** Neither a keyboard nor a finger can point at the box to read why it does nothing. */
  const choose = (upTo: boolean) => (whyNot === undefined ? onChoose?.(index, upTo) : sayWhyNot(whyNot));
  return (
    <tr
      ref={measure}
      data-index={place}
      aria-rowindex={place + 2}
      tabIndex={reached ? 0 : -1}
      aria-level={level}
      aria-expanded={open}
      data-open={shown || undefined}
      data-chosen={chosen || undefined}
      data-opens={onOpen ? '' : undefined}
      aria-label={onOpen ? say('list.open', { name: nameOf(row) }) : undefined}
      onClick={() => onOpen?.(row)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter' && onOpen) {
          event.preventDefault(); // what opens has the focus at once, and the same key would press its button
          onOpen(row);
        }
        if (event.key === ' ' && onChoose) {
          event.preventDefault();
          choose(event.shiftKey);
        }
      }}
    >
      {onChoose && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click beside the box from opening the row
        <td className="choice" onClick={(event) => event.stopPropagation()}>
          <input
            type="checkbox"
            aria-label={say('list.choose', { name: nameOf(row) })}
            checked={chosen}
            aria-disabled={whyNot !== undefined || undefined}
            title={whyNot}
            onMouseDown={keepSelection}
            onChange={({ nativeEvent }) => choose(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} {...cellMarks(column)}>
          {column.show(row)}
        </td>
      ))}
    </tr>
  );
}

/** A click with Shift would mark the text between. */
function keepSelection(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

/** Plain elements, and only for rows that come into sight: components of Mantine took most of a frame while one scrolls. */
export const DataRow = memo(PlainRow) as typeof PlainRow;
