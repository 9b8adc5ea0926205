import { INK, PAPER, type Pdf, SAMPLE, TEXT_WIDTH, write } from './yearbook-sheet.ts';

const WHITE = '#ffffff';

/** A sea with waves under a large year. */
export function drawCover(pdf: Pdf, year: number, federation: string): void {
  pdf.addPage();
  pdf.rect(0, 0, PAPER.width, PAPER.height).fill(INK.dark);
  pdf.circle(PAPER.width - 150, 468, 92).fill(INK.warm);
  const waves = [
    ['#1b5c74', 500, 26],
    [INK.sea, 560, 22],
    ['#2f93a3', 622, 18],
    ['#17425a', 690, 15],
  ] as const;
  for (const [color, level, swing] of waves) drawWave(pdf, color, level, swing);
  write(pdf, federation, PAPER.left, 92, { size: 14, color: WHITE });
  pdf.rect(PAPER.left, 132, 46, 5).fill(INK.warm);
  write(pdf, 'Godišnjak', PAPER.left, 152, { font: 'strong', size: 44, color: WHITE });
  write(pdf, String(year), PAPER.left, 206, { font: 'strong', size: 112, color: WHITE });
  pdf.roundedRect(PAPER.left, 752, 170, 32, 4).fill(INK.warm);
  write(pdf, SAMPLE.toUpperCase(), PAPER.left, 761, {
    font: 'strong',
    size: 12,
    color: WHITE,
    width: 170,
    align: 'center',
  });
  const note = 'Klubovi, osobe i rezultati su izmišljeni.';
  write(pdf, note, PAPER.left + 190, 762, { size: 10.5, color: WHITE, width: TEXT_WIDTH - 190 });
}

function drawWave(pdf: Pdf, color: string, level: number, swing: number): void {
  const length = PAPER.width / 3;
  pdf.moveTo(0, level);
  for (let x = 0; x < PAPER.width; x += length)
    pdf.bezierCurveTo(x + length / 3, level - swing, x + (2 * length) / 3, level + swing, x + length, level);
  pdf.lineTo(PAPER.width, PAPER.height).lineTo(0, PAPER.height).fill(color);
}
