import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { SHEET } from './print-sheet.ts';

/** A row, or the height of the rows that are left out between two others. */
export type WindowRow = { readonly index: number } | { readonly gap: number; readonly before: number };

interface WindowRowsProps {
  readonly count: number;
  readonly keyOf: (index: number) => string | number;
  /** The usual height of a row, until it is measured. */
  readonly height: number;
  /** Rows that stay in the document wherever the reader is, whose first row in sight it is told. */
  readonly keep?: (first: number) => readonly number[];
  /** All are in the document. */
  readonly whole?: boolean;
}

/** So few are all in the document: the browser's own search finds them, and nothing is gained by leaving any out. */
const FEW = 100;
/** So far beyond the window, in pixels, rows are ready to be scrolled to. */
const BEYOND = 360;

/**
 * Only the rows in sight of a long list are in the document, so that it scrolls smoothly however many are loaded. The first,
 * the last and those around the focus stay, so that arrows, Home and End find their row. On paper, all are there.
 */
export function useWindowRows({ count, keyOf, height, keep = () => [], whole = count <= FEW }: WindowRowsProps) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const top = useTopOf(body);
  const printing = usePrinting();
  const [near, setNear] = useState(0); // state, so that its neighbours are there before the next key
  const all = whole || printing;
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: Math.ceil(BEYOND / height),
    scrollMargin: top,
    rangeExtractor: (range) => {
      if (all) return Array.from({ length: count }, (_, index) => index);
      const kept = [0, count - 1, near - 1, near, near + 1, ...keep(range.startIndex)];
      const inside = kept.filter((index) => index >= 0 && index < count);
      return [...new Set([...defaultRangeExtractor(range), ...inside])].sort((one, other) => one - other);
    },
  });
  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest<HTMLElement>('[data-index]');
    if (row) setNear(Number(row.dataset.index));
  }, []);
  const measure = useCallback(
    (row: HTMLElement | null) => {
      if (row) virtualizer.resizeItem(Number(row.dataset.index), row.offsetHeight);
    },
    [virtualizer],
  );
  // One observer for all: one for each row took a tenth of the time of a frame while one scrolls.
  useEffect(() => {
    if (body === null) return;
    const observer = new ResizeObserver(() => {
      for (const row of body.querySelectorAll<HTMLElement>('[data-index]')) measure(row);
    });
    observer.observe(body);
    return () => observer.disconnect();
  }, [body, measure]);
  const rows: WindowRow[] = [];
  let end = top;
  for (const { index, start, end: below } of virtualizer.getVirtualItems()) {
    if (start - end > 0.5) rows.push({ gap: start - end, before: index });
    rows.push({ index });
    end = below;
  }
  return { rows, body: setBody, measure, onFocus };
}

/** How far below the top of the page the list begins; whatever is above it may grow and shrink. */
function useTopOf(body: HTMLElement | null): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (body === null) return;
    const measure = () => setTop(Math.round(body.getBoundingClientRect().top + scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  return top;
}

/** The browser takes the page as it stands when the event returns, so the rows must be there by then. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia('print');
    const begin = () => document.querySelector(`.${SHEET}`) ?? flushSync(() => setPrinting(true)); // a sheet takes their place
    const end = () => setPrinting(false);
    const turn = ({ matches }: MediaQueryListEvent) => (matches ? begin() : end());
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    paper.addEventListener('change', turn);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      paper.removeEventListener('change', turn);
    };
  }, []);
  return printing;
}
