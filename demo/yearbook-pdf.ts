import { drawCover } from './yearbook-cover.ts';
import { yearbookData } from './yearbook-data.ts';
import { drawContents, SECTIONS } from './yearbook-pages.ts';
import { labelPages, makePdf } from './yearbook-sheet.ts';

/** That it is a sample stands on each of its sheets; on the shelf the title would be cut by it. */
export const yearbookTitle = (year: number): string => `Godišnjak ${year}.`;

/** The yearbook of a year, A4. The same year gives the same bytes; it is dated the following February. */
export function yearbookPdf(year: number, federation: string): Promise<Buffer> {
  const title = yearbookTitle(year);
  const made = new Date(Date.UTC(year + 1, 1, 1, 9));
  return makePdf({ title, author: federation, made }, (pdf) => {
    const data = yearbookData(year);
    drawCover(pdf, year, federation);
    drawContents(pdf);
    for (const { draw } of SECTIONS) draw(pdf, data);
    labelPages(pdf, `${federation} · ${yearbookTitle(year)}`, { cover: true });
  });
}
