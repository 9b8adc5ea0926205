import { type Figure, isReached, judged, type Target } from './figures.ts';
import { textTable } from './text-table.ts';

const HEADINGS = ['what', 'store', 'service', 'limit', 'unit', 'ratio', 'rounds', 'to reach', 'reached'];

/** The figures as a table of text, columns aligned. */
export const figureTable = (figures: readonly Figure[]): string => textTable([HEADINGS, ...figures.map(cellsOf)]);

const cellsOf = (figure: Figure): string[] => [
  figure.what,
  figure.engine,
  rounded(figure.service),
  figure.limit === null ? '' : rounded(figure.limit),
  figure.unit,
  'share' in figure.target ? rounded(judged(figure)) : '',
  spreadOf(figure),
  wanted(figure.target),
  isReached(figure) ? 'yes' : 'NO',
];

/** The lowest and the highest round. */
export const spreadOf = ({ rounds }: Figure): string =>
  rounds.length < 2 ? '' : `${rounded(Math.min(...rounds))}–${rounded(Math.max(...rounds))}`;

export const wanted = (target: Target): string => ('most' in target ? `≤ ${target.most}` : `≥ ${target.share}`);

/** Three significant digits. */
export const rounded = (value: number): string => {
  if (value >= 100) return value.toFixed(0);
  return value < 1 ? value.toFixed(2) : value.toPrecision(3);
};
