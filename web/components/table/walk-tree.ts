import type { KeyboardEvent } from 'react';
import type { Tree } from './table-parts.ts';

/** Right opens a row, then leads to the first below it; Left closes it, or leads to the one above it. */
export function walkTree<Row>(event: KeyboardEvent<HTMLElement>, rows: readonly Row[], tree: Tree<Row>): void {
  const line = event.target as HTMLElement;
  const row = line.tagName === 'TR' ? rows[Number(line.dataset.index)] : undefined;
  if (row === undefined || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
  event.preventDefault();
  const wanted = event.key === 'ArrowRight';
  const { level, open } = tree.placeOf(row);
  if (open === !wanted) {
    tree.onFold(row, wanted);
    return;
  }
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[tabindex]')];
  const here = lines.indexOf(line);
  const levelOf = (one: HTMLElement) => Number(one.getAttribute('aria-level'));
  const next = wanted ? open && lines[here + 1] : lines.findLast((one, place) => place < here && levelOf(one) < level);
  if (next) next.focus();
}
