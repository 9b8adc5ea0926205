import { AppError } from '../kernel/app-error.ts';
import { documentErrors } from './documents-errors.ts';
import { dictionaryAt, pdfObjects } from './pdf-objects.ts';

const HEADER_WITHIN = 1024;
const END_WITHIN = 2048;
const MOST_PAGES = 20_000;

/** True when the bytes start like a PDF (ISO 32000-2 §7.5.2; readers search the first kibibyte). */
const beginsAsPdf = (bytes: Buffer): boolean => /%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, HEADER_WITHIN));

/**
 * The page count that a PDF states, found by way of its end, newest trailer, catalogue and page tree (ISO 32000-2 §7.5, §7.7).
 * Nothing else is parsed, since the service never renders documents.
 * @throws AppError `documents.type` (415), `documents.encrypted`, `documents.broken` (422)
 */
export function countPages(bytes: Buffer): number {
  if (!beginsAsPdf(bytes)) throw new AppError(documentErrors['documents.type']);
  const trailer = newestTrailer(bytes);
  if (/\/Encrypt\s*(?:\d|<<)/.test(trailer)) throw new AppError(documentErrors['documents.encrypted']);
  const objects = pdfObjects(bytes);
  const catalogue = objects.get(referenceIn(trailer, 'Root'));
  const tree = objects.get(referenceIn(catalogue, 'Pages'));
  const pages = /\/Count\s+(\d{1,9})(\s+\d+\s+R)?/.exec(tree);
  if (pages === null) throw broken();
  const count = Number(pages[2] === undefined ? pages[1] : /\d+/.exec(objects.get(Number(pages[1])))?.[0]);
  if (!(count >= 1 && count <= MOST_PAGES)) throw broken();
  return count;
}

/** The dictionary at `startxref`: after an `xref` table, or of a cross-reference stream (§7.5.8). */
function newestTrailer(bytes: Buffer): string {
  const end = bytes.toString('latin1', Math.max(0, bytes.length - END_WITHIN));
  const found = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(end.slice(0, end.lastIndexOf('%%EOF') + 5));
  if (found === null) throw broken();
  const header = bytes.toString('latin1', 0, HEADER_WITHIN).search(/%PDF-/);
  // Offsets count from the header; some writers count from the start of the file.
  for (const start of [Number(found[1]) + header, Number(found[1])]) {
    const there = bytes.toString('latin1', start, start + 40);
    if (/^\s*xref\b/.test(there)) return dictionaryAt(bytes, bytes.indexOf('trailer', start));
    if (/^\s*\d+\s+\d+\s+obj\b/.test(there)) return dictionaryAt(bytes, start);
  }
  throw broken();
}

function referenceIn(dictionary: string, name: string): number {
  const found = new RegExp(`/${name}\\s+(\\d{1,9})\\s+\\d+\\s+R`).exec(dictionary);
  if (found === null) throw broken();
  return Number(found[1]);
}

const broken = () => new AppError(documentErrors['documents.broken']);
