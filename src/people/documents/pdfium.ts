import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
export interface Pdfium {
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
export const isTrap = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
