import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { AppError } from '../../platform/kernel/app-error.ts';
import { documentErrors } from './documents-errors.ts';
import { isTrap, type Pdfium } from './pdfium.ts';

const HEADER_WITHIN = 1024;
const FPDF_ERR_PASSWORD = 4;
const FPDF_ERR_SECURITY = 5;

/**
 * The pages that readers show of the PDF at a path.
 * @throws AppError `documents.type` (415), `documents.encrypted`, `documents.broken` (422)
 */
export function countPages(pdfium: Pdfium, path: string): number {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const at = pdfium.malloc(size);
    if (at === 0) throw broken();
    const bytes = Buffer.from(pdfium.memory.buffer, at, size); // not copied: the engine reads what is read here
    readSync(file, bytes);
    if (!beginsAsPdf(bytes)) throw new AppError(documentErrors['documents.type']);
    const document = pdfium.FPDF_LoadMemDocument(at, size, 0);
    if (document === 0) throw isProtected(pdfium.FPDF_GetLastError()) ? encrypted() : broken();
    return pagesIn(pdfium, document);
  } catch (error) {
    throw isTrap(error) ? broken(error) : error;
  } finally {
    closeSync(file);
  }
}

/** True when the bytes start like a PDF (ISO 32000-2 §7.5.2; readers search the first kibibyte). */
const beginsAsPdf = (bytes: Buffer): boolean => bytes.subarray(0, HEADER_WITHIN).includes('%PDF-');

/**
 * As many as the page tree states, if there are that many. Otherwise the writer has miscounted, and those that are there count;
 * but where the table of objects is wrong too, the file is not complete.
 */
function pagesIn(pdfium: Pdfium, document: number): number {
  const size = pdfium.malloc(8);
  const isThere = (index: number): boolean => pdfium.FPDF_GetPageSizeByIndexF(document, index, size) !== 0;
  const stated = pdfium.FPDF_GetPageCount(document);
  if (stated > 0 && isThere(stated - 1)) return stated;
  let found = 0;
  while (found < stated && isThere(found)) found++;
  if (found === 0 || pdfium.FPDF_DocumentHasValidCrossReferenceTable(document) === 0) throw broken();
  return found;
}

const isProtected = (error: number): boolean => error === FPDF_ERR_PASSWORD || error === FPDF_ERR_SECURITY;
const encrypted = () => new AppError(documentErrors['documents.encrypted']);
const broken = (cause?: unknown) => new AppError(documentErrors['documents.broken'], { cause });
