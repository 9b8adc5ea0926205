import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figureChart } from './support/figure-chart.ts';
import { rounded, spreadOf, wanted } from './support/figure-table.ts';
import { type Figure, isReached, judged } from './support/figures.ts';
import { LATEST, type Report, readReport } from './support/report.ts';

/** Draws the measured part of docs/performance.md from a report: `npm run bench -- draw [FILE]`. */
const DOCS = join(import.meta.dirname, '../docs');
const PAGE = join(DOCS, 'performance.md');
const CHARTS = join(DOCS, 'performance');
const [BEGIN, END] = ['<!-- drawn by npm run bench -- draw -->', '<!-- end of what is drawn -->'];

const report = readReport(process.argv[3] ?? LATEST);
const kinds = Object.entries(Object.groupBy(report.figures, ({ what }) => what));
rmSync(CHARTS, { recursive: true, force: true });
mkdirSync(CHARTS);
for (const [what, figures = []] of kinds) writeFileSync(join(CHARTS, chartOf(what)), figureChart(what, figures));

const page = readFileSync(PAGE, 'utf8');
const [head, rest] = [page.indexOf(BEGIN), page.indexOf(END)];
if (head < 0 || rest < head) throw new Error(`${PAGE} has no place between "${BEGIN}" and "${END}"`);
writeFileSync(PAGE, `${page.slice(0, head + BEGIN.length)}\n\n${measured(report)}\n\n${page.slice(rest)}`);

function measured({ measured_at, node, processor, cores, busy_with, figures }: Report): string {
  const where = `Node.js ${node.slice(1)}, ${cores} cores of ${processor}`;
  const quiet = `load ${busy_with.toFixed(1)} before the run, ${measured_at.slice(0, 10)}. Median of the rounds, and their spread.`;
  const table = [
    '| what | store | service | limit | to judge | spread | to reach | |',
    '|---|---|---|---|---|---|---|---|',
    ...figures.map(rowOf),
  ];
  const charts = kinds.map(([what]) => `![${what}](performance/${chartOf(what)})`);
  return [`${where}, ${quiet}`, table.join('\n'), charts.join('\n')].join('\n\n');
}

function rowOf(figure: Figure): string {
  const { what, engine, service, limit, unit, target } = figure;
  const cells = [what, engine, `${rounded(service)} ${unit}`, limit === null ? '' : `${rounded(limit)} ${unit}`];
  return `| ${[...cells, rounded(judged(figure)), spreadOf(figure), wanted(target), isReached(figure) ? 'reached' : '**missed**'].join(' | ')} |`;
}

function chartOf(what: string): string {
  const name = what
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${name}.svg`;
}
