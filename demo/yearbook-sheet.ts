import { createRequire } from 'node:module';

/** A PDF in progress. */
export type Pdf = PDFKit.PDFDocument;

export const INK = {
  dark: '#12324a',
  text: '#24313a',
  quiet: '#6a7780',
  line: '#d5dce0',
  sea: '#1d7a8c',
  sand: '#f4efe6',
  warm: '#d9822b',
};

/** A4 in points, with the margins that every page keeps. */
export const PAPER = { width: 595.28, height: 841.89, left: 64, right: 64, top: 78 };
export const TEXT_WIDTH = PAPER.width - PAPER.left - PAPER.right;

export const SAMPLE = 'Ogledni primjerak';

const require = createRequire(import.meta.url);
const FONTS = {
  plain: require.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf'),
};

interface PaperFacts {
  readonly title: string;
  readonly author: string;
  readonly made: Date;
}

/**
 * Creates a PDF whose bytes depend only on what is drawn: the date is given, and ids derive from it and the title. The
 * package is loaded here, since nothing else needs it.
 */
export async function makePdf({ title, author, made }: PaperFacts, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const info = { Title: title, Author: author, Subject: SAMPLE, CreationDate: made, ModDate: made };
  const options = { size: 'A4', margin: 0, autoFirstPage: false, bufferPages: true, lang: 'hr-HR', displayTitle: true };
  const pdf: Pdf = new PDFDocument({ ...options, pdfVersion: '1.7', info });
  for (const [name, file] of Object.entries(FONTS)) pdf.registerFont(name, file);
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  draw(pdf);
  pdf.end();
  return whole;
}

interface Style {
  readonly font?: keyof typeof FONTS;
  readonly size?: number;
  readonly color?: string;
  readonly width?: number;
  readonly align?: 'left' | 'right' | 'center';
  readonly gap?: number;
}

/** Writes text with its top left corner there and returns where the next line would begin. */
export function write(pdf: Pdf, text: string, x: number, y: number, style: Style = {}): number {
  const { font = 'plain', size = 10.5, color = INK.text, width = TEXT_WIDTH, align = 'left', gap = 3 } = style;
  pdf.font(font).fontSize(size).fillColor(color).text(text, x, y, { width, align, lineGap: gap });
  return pdf.y;
}

/** A new page with its heading; returns where the content begins. */
export function beginSection(pdf: Pdf, title: string, lead?: string): number {
  pdf.addPage();
  pdf.addNamedDestination(title);
  pdf.outline.addItem(title);
  pdf.rect(PAPER.left, PAPER.top, 34, 4).fill(INK.warm);
  let y = write(pdf, title, PAPER.left, PAPER.top + 14, { font: 'strong', size: 23, color: INK.dark });
  if (lead !== undefined) y = write(pdf, lead, PAPER.left, y + 6, { size: 11.5, color: INK.quiet, gap: 4 });
  return y + 20;
}

/** Head and foot of every page: whose it is, that it is a sample, and its number. The cover has a label of its own. */
export function labelPages(pdf: Pdf, head: string, { cover }: { cover: boolean }): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = cover ? 1 : 0; page < count; page++) {
    pdf.switchToPage(page);
    write(pdf, head, PAPER.left, 36, { size: 8.5, color: INK.quiet });
    write(pdf, SAMPLE.toUpperCase(), PAPER.left, 36, { font: 'strong', size: 8.5, color: INK.warm, align: 'right' });
    pdf
      .moveTo(PAPER.left, 52)
      .lineTo(PAPER.width - PAPER.right, 52)
      .lineWidth(0.6)
      .stroke(INK.line);
    write(pdf, String(page + 1), PAPER.left, PAPER.height - 46, { size: 9, color: INK.quiet, align: 'center' });
  }
}

export interface Column {
  readonly title: string;
  readonly width: number;
  readonly align?: 'left' | 'right';
  readonly strong?: boolean;
}

const ROW = 25;

/** A table with lines between its rows; returns where it ends. */
export function drawTable(
  pdf: Pdf,
  y: number,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): number {
  const line = (cells: readonly string[], top: number, style: (column: Column) => Style) => {
    let x = PAPER.left;
    for (const [index, column] of columns.entries()) {
      const { width, align = 'left' } = column;
      write(pdf, cells[index] ?? '', x, top + 7, { width: width - 8, align, size: 10, ...style(column) });
      x += width;
    }
  };
  pdf.rect(PAPER.left, y, TEXT_WIDTH, ROW).fill(INK.sand);
  line(
    columns.map(({ title }) => title),
    y,
    () => ({ font: 'strong', size: 9, color: INK.dark }),
  );
  for (const [index, cells] of rows.entries()) {
    const top = y + ROW * (index + 1);
    line(cells, top, ({ strong }) => (strong ? { font: 'strong', color: INK.dark } : {}));
    pdf
      .moveTo(PAPER.left, top + ROW)
      .lineTo(PAPER.left + TEXT_WIDTH, top + ROW)
      .lineWidth(0.5)
      .stroke(INK.line);
  }
  return y + ROW * (rows.length + 1);
}
