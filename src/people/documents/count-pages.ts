import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../platform/kernel/app-error.ts';

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
    if (!beginsAsPdf(bytes)) throw new AppError('documents.type');
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
const encrypted = () => new AppError('documents.encrypted');
const broken = (cause?: unknown) => new AppError('documents.broken', { cause });

/** Holds a file of fifty megabytes and the tables of a million objects. */
const MOST_MEMORY = 256 * 1024 * 1024;
const PAGE_OF_MEMORY = 64 * 1024;
const NOT_SUPPORTED = -52; // ENOSYS

/** Node's types lack it, and those of browsers would bring `document` and `window`. */
declare const WebAssembly: {
  readonly Module: { new (bytes: Uint8Array): object; imports(program: object): { module: string; name: string }[] };
  readonly Instance: new (program: object, imports: object) => { readonly exports: unknown };
  readonly RuntimeError: ErrorConstructor;
};

/** What the service calls of PDFium (`public/fpdfview.h`). Documents and places in memory are numbers; 0 is none. */
interface Pdfium {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  malloc(size: number): number;
  FPDF_LoadMemDocument(at: number, size: number, password: number): number;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: number): number;
  /** Writes two floats at `size`; answers 0 where the page is not found. */
  FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): number;
  /** 0 where the table was wrong, so that all objects were searched for. */
  FPDF_DocumentHasValidCrossReferenceTable(document: number): number;
}

/** Starts PDFium with bounded memory. It gets nothing else of the machine: no files, no clock, no output. */
export function startPdfium(): Pdfium {
  const program = new WebAssembly.Module(
    readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))),
  );
  const grow = (wanted: number): number => {
    const size = wanted >>> 0;
    if (size > MOST_MEMORY) return 0;
    pdfium.memory.grow(Math.ceil((size - pdfium.memory.buffer.byteLength) / PAGE_OF_MEMORY));
    return 1;
  };
  const imports: Record<string, Record<string, (size: number) => number>> = {};
  for (const { module, name } of WebAssembly.Module.imports(program)) {
    imports[module] ??= {};
    imports[module][name] = name === 'emscripten_resize_heap' ? grow : () => NOT_SUPPORTED;
  }
  const { exports } = new WebAssembly.Instance(program, imports);
  // Exports have no types; these are the ones of its header.
  const pdfium = exports as Pdfium & { __wasm_call_ctors(): void; FPDF_InitLibrary(): void };
  pdfium.__wasm_call_ctors();
  pdfium.FPDF_InitLibrary();
  return pdfium;
}

/** Whether the engine gave up: it ran out of memory or stack, or met a bug of its own. */
const isTrap = (error: unknown): boolean => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
