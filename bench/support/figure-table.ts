import type { Figure, Target } from './figures.ts';

const HEADINGS = ['what', 'store', 'service', 'limit', 'unit', 'ratio', 'to reach', 'reached'];

/** The figures as a table of text, columns aligned. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map(line).join('\n');
}

const cellsOf = ({ what, engine, service, limit, unit, ratio, target, reached }: Figure): string[] => [
  what,
  engine,
  figure(service),
  limit === null ? '' : figure(limit),
  unit,
  ratio === null ? '' : ratio.toFixed(3),
  wanted(target),
  reached ? 'yes' : 'NO',
];

function wanted(target: Target): string {
  if ('most' in target) return `≤ ${target.most}`;
  return `≥ ${target.share}${target.aim === undefined ? '' : ` (aim ${target.aim})`}`;
}

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
