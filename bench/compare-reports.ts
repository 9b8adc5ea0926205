import { rounded, spreadOf } from './support/figure-table.ts';
import { type Figure, judged } from './support/figures.ts';
import { readReport } from './support/report.ts';
import { textTable } from './support/text-table.ts';

/**
 * Compares two builds: `npm run bench -- compare BEFORE AFTER`. Shows the figure of each target with its spread; a change
 * within the spread of both is not significant.
 */
const [before, after] = process.argv.slice(3);
if (before === undefined || after === undefined) throw new Error('compare needs two reports: BEFORE and AFTER');

function rowOf(was: Figure, is: Figure): string[] {
  const change = judged(is) / judged(was) - 1;
  const percent = `${change < 0 ? '' : '+'}${(change * 100).toFixed(0)} %`;
  const found = overlap(was.rounds, is.rounds) ? '' : isBetter(change, is) ? 'better' : 'WORSE';
  return [is.what, is.engine, rounded(judged(was)), spreadOf(was), rounded(judged(is)), spreadOf(is), percent, found];
}

const isBetter = (change: number, { target }: Figure): boolean => ('most' in target ? change < 0 : change > 0);

const overlap = (one: readonly number[], other: readonly number[]): boolean =>
  Math.min(...one) <= Math.max(...other) && Math.min(...other) <= Math.max(...one);

const earlier = readReport(before).figures;
const rows = readReport(after).figures.flatMap((figure) => {
  const was = earlier.find(({ what, engine }) => what === figure.what && engine === figure.engine);
  return was === undefined ? [] : [rowOf(was, figure)];
});
console.log(textTable([['what', 'store', 'before', 'rounds', 'after', 'rounds', 'change', ''], ...rows]));
