import { INK, PAPER, type Pdf, TEXT_WIDTH, write } from './yearbook-sheet.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** How much of it is drawn in the second colour. */
  readonly part?: number;
}

const LABEL_WIDTH = 96;
const BAR = { height: 17, step: 28 };

/** Horizontal bars, each with its figure, so that no scale is needed; returns the end. */
export function drawBars(pdf: Pdf, y: number, bars: readonly Bar[]): number {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const length = (value: number) => ((TEXT_WIDTH - LABEL_WIDTH - 34) * value) / most;
  const x = PAPER.left + LABEL_WIDTH;
  for (const [index, { label, value, part = 0 }] of bars.entries()) {
    const top = y + BAR.step * index;
    write(pdf, label, PAPER.left, top + 1, { width: LABEL_WIDTH - 10, align: 'right', size: 10 });
    pdf.rect(x, top, length(value), BAR.height).fill(INK.sea);
    if (part > 0) pdf.rect(x, top, length(part), BAR.height).fill(INK.warm);
    write(pdf, String(value), x + length(value) + 7, top + 1, { width: 40, size: 10, font: 'strong', color: INK.dark });
  }
  pdf
    .moveTo(x, y - 6)
    .lineTo(x, y + BAR.step * bars.length - 4)
    .lineWidth(1)
    .stroke(INK.dark);
  return y + BAR.step * bars.length;
}

/** Vertical bars on a common baseline; returns the end. */
export function drawColumns(pdf: Pdf, y: number, height: number, bars: readonly Bar[]): number {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = TEXT_WIDTH / Math.max(bars.length, 8);
  const ground = y + height;
  for (const [index, { label, value }] of bars.entries()) {
    const x = PAPER.left + step * index;
    const tall = ((height - 22) * value) / most;
    pdf.rect(x + step * 0.14, ground - tall, step * 0.72, tall).fill(index === bars.length - 1 ? INK.warm : INK.sea);
    const style = { width: step + 8, align: 'center', size: 7.5 } as const;
    write(pdf, String(value), x - 4, ground - tall - 13, { ...style, color: INK.dark });
    write(pdf, label, x - 4, ground + 6, { ...style, color: INK.quiet });
  }
  pdf
    .moveTo(PAPER.left, ground)
    .lineTo(PAPER.left + TEXT_WIDTH, ground)
    .lineWidth(1)
    .stroke(INK.dark);
  return ground + 26;
}

export function drawLegend(pdf: Pdf, y: number, entries: readonly (readonly [color: string, text: string])[]): number {
  let x = PAPER.left + LABEL_WIDTH;
  for (const [color, text] of entries) {
    pdf.rect(x, y + 2, 10, 10).fill(color);
    write(pdf, text, x + 15, y, { width: 130, size: 9.5, color: INK.quiet });
    x += 150;
  }
  return y + 26;
}
