import type { ReactNode } from 'react';
import { FEW, useWindowRows } from './window-rows.ts';

interface WindowLinesProps<Line> {
  readonly lines: readonly Line[];
  readonly keyOf: (line: Line) => string | number;
  readonly height: number;
  readonly whole?: boolean;
  readonly show: (line: Line) => ReactNode;
}

/** A list of lines of which only those in sight are in the document. */
export function WindowLines<Line>({ lines, keyOf, height, show, whole }: WindowLinesProps<Line>) {
  const lineAt = (index: number) => lines[index] as Line; // the hook asks for indexes below `count` only
  const shown = useWindowRows({
    count: lines.length,
    keyOf: (index) => keyOf(lineAt(index)),
    height,
    whole: whole ?? lines.length <= FEW,
  });
  return (
    <ul className="day-records" ref={shown.body} onFocus={shown.onFocus}>
      {shown.rows.map((part) =>
        'gap' in part ? (
          <li key={`gap ${part.before}`} className="gap" aria-hidden="true" style={{ height: part.gap }} />
        ) : (
          <li
            key={keyOf(lineAt(part.index))}
            ref={shown.measure}
            data-index={part.index}
            aria-setsize={lines.length}
            aria-posinset={part.index + 1}
          >
            {show(lineAt(part.index))}
          </li>
        ),
      )}
    </ul>
  );
}
