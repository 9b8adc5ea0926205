import { rounded } from './figure-table.ts';
import { type Figure, judged } from './figures.ts';

const [WIDTH, LEFT, RIGHT, ROW, TOP] = [640, 110, 90, 34, 44];
const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #333 } .title { font-weight: 600 }
.bar { fill: #1f5f99 } .spread { stroke: #0d2f4f; stroke-width: 2 } .target { stroke: #d1553d; stroke-width: 2; stroke-dasharray: 4 3 }
.goal { fill: #b0412b }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .bar { fill: #6aa9dd } .spread { stroke: #d6e9f8 } .goal { fill: #f0907c } }`;

/** One kind of figure as an SVG: a bar for each store, the spread of its rounds, and a line where the target is. */
export function figureChart(what: string, figures: readonly Figure[]): string {
  const goals = figures.map(goalOf);
  const most = Math.max(...goals, ...figures.flatMap(({ rounds }) => rounds)) * 1.05;
  const at = (value: number) => Math.round((LEFT + (value / most) * (WIDTH - LEFT - RIGHT)) * 10) / 10;
  const height = TOP + figures.length * ROW + 10;
  const bars = figures.map((figure, row) => bar(figure, TOP + row * ROW, at));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(what)}">`,
    `<style>${STYLE}\n</style>`,
    `<text class="title" x="8" y="22">${escaped(what)}</text>`,
    ...bars,
    '</svg>\n',
  ].join('\n');
}

function bar(figure: Figure, y: number, at: (value: number) => number): string {
  const value = judged(figure);
  const [low, high] = [Math.min(...figure.rounds), Math.max(...figure.rounds)];
  const [goal, unit] = [goalOf(figure), 'share' in figure.target ? '' : ` ${figure.unit}`];
  const end = Math.max(at(value), at(high), at(goal)) + 6;
  return [
    `<text x="8" y="${y + 17}">${figure.engine}</text>`,
    `<rect class="bar" x="${LEFT}" y="${y + 4}" width="${Math.max(1, at(value) - LEFT)}" height="18" rx="3"/>`,
    `<line class="spread" x1="${at(low)}" x2="${at(high)}" y1="${y + 13}" y2="${y + 13}"/>`,
    `<line class="target" x1="${at(goal)}" x2="${at(goal)}" y1="${y}" y2="${y + 26}"/>`,
    `<text x="${end}" y="${y + 17}">${escaped(`${rounded(value)}${unit}`)}</text>`,
  ].join('\n');
}

const goalOf = ({ target }: Figure): number => ('most' in target ? target.most : target.share);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
