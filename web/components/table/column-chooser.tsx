import { Menu } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../i18n/texts.ts';
import { Icon } from '../frame/icons.tsx';
import { arranged, isMovable, moved } from './column-order.ts';
import type { TableLayout } from './table-layout.ts';
import type { Column } from './table-parts.ts';

export type OfferedColumn = Pick<Column<never>, 'key' | 'head' | 'always'>;

interface ColumnChooserProps {
  readonly columns: readonly OfferedColumn[];
  readonly layout: TableLayout;
  readonly show: (layout: TableLayout) => void;
  /** What screen readers hear of a move; a menu may hold entries alone. */
  readonly tell: (words: string) => void;
}

/** Which columns a table shows, and in what order: by buttons, by Alt with the arrows, or by dragging a line. */
export function ColumnChooser({ columns, layout, show, tell }: ColumnChooserProps) {
  const { say } = useTexts();
  const offered = arranged(columns, layout).filter(isMovable);
  const move = (key: string, to: number) => {
    const column = offered.find((one) => one.key === key);
    if (column === undefined || to < 0 || to >= offered.length) return;
    flushSync(() => show({ ...layout, order: moved(offered, layout, key, to) }));
    tell(say('view.moved', { name: column.head, place: to + 1, count: offered.length }));
  };
  const turn = (key: string) => {
    const has = layout.columns.includes(key);
    show({ ...layout, columns: has ? layout.columns.filter((one) => one !== key) : [...layout.columns, key] });
  };
  const dragging = useDragging((key, over) =>
    move(
      key,
      offered.findIndex((one) => one.key === over),
    ),
  );
  return (
    <>
      <Menu.Label className="column-hint">
        {say('view.columns')} <small>{say('view.columns.hint')}</small>
      </Menu.Label>
      {/* biome-ignore lint/a11y/useSemanticElements: the menu's entries stand in no form */}
      <div role="group" aria-label={say('view.columns')} {...dragging}>
        {offered.map(({ key, head }, place) => (
          <div
            key={key}
            className="column-line"
            data-column={key}
            onKeyDownCapture={(event) => moveByKeys(event, place)}
          >
            <Menu.CheckboxItem
              checked={layout.columns.includes(key)}
              onChange={() => turn(key)}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            >
              {head}
            </Menu.CheckboxItem>
            <Mover
              icon="up"
              label={say('view.up', { name: head })}
              off={place === 0}
              onMove={() => move(key, place - 1)}
            />
            <Mover
              icon="down"
              label={say('view.down', { name: head })}
              off={place === offered.length - 1}
              onMove={() => move(key, place + 1)}
            />
          </div>
        ))}
      </div>
    </>
  );

  function moveByKeys(event: KeyboardEvent<HTMLElement>, place: number): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const key = offered[place]?.key;
    if (!event.altKey || step === undefined || key === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const focused = event.target as HTMLElement;
    move(key, place + step);
    focused.focus(); // a line that moves loses it
  }
}

interface MoverProps {
  readonly icon: 'up' | 'down';
  readonly label: string;
  readonly off: boolean;
  readonly onMove: () => void;
}

/** Skipped by the arrows: Alt with them does the same. */
const Mover = ({ icon, label, off, onMove }: MoverProps) => (
  <button
    type="button"
    role="menuitem"
    className="column-mover"
    tabIndex={-1}
    aria-label={label}
    disabled={off}
    onClick={onMove}
  >
    <Icon name={icon} size={16} />
  </button>
);

const DRAGGED_FROM_PX = 6;

/** Dragging by a mouse or pen; a finger scrolls the menu. The lines move while the group that holds them stays. */
function useDragging(onOver: (key: string, over: string) => void) {
  const held = useRef<{ readonly key: string; readonly y: number; drags: boolean }>(undefined);
  const release = () => {
    held.current = undefined;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const key = columnAt(event.target);
      if (key !== undefined && event.button === 0 && event.pointerType !== 'touch')
        held.current = { key, y: event.clientY, drags: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = held;
      if (current === undefined) return;
      if (!current.drags) {
        if (Math.abs(event.clientY - current.y) < DRAGGED_FROM_PX) return;
        current.drags = true;
        event.currentTarget.setPointerCapture(event.pointerId); // so that letting go turns nothing on or off
      }
      const over = columnAt(document.elementFromPoint(event.clientX, event.clientY));
      if (over !== undefined && over !== current.key) onOver(current.key, over);
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

const columnAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-column]')?.dataset.column : undefined;
