import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
import type { Document } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';

/** Decoders for scanned pages, and the two fonts that no system provides. */
const FILES: Readonly<Record<string, string>> = {
  'jbig2.wasm': new URL('pdfjs-dist/wasm/jbig2.wasm', import.meta.url).href,
  'openjpeg.wasm': new URL('pdfjs-dist/wasm/openjpeg.wasm', import.meta.url).href,
  'FoxitSymbol.pfb': new URL('pdfjs-dist/standard_fonts/FoxitSymbol.pfb', import.meta.url).href,
  'FoxitDingbats.pfb': new URL('pdfjs-dist/standard_fonts/FoxitDingbats.pfb', import.meta.url).href,
};

/** Served from this origin under hashed names; anything else is drawn without. */
class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = FILES[filename];
    const answer = address === undefined ? undefined : await fetch(address);
    if (!answer?.ok) throw new Error(`There is no ${filename}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

/**
 * Half a megabyte, so it is loaded with the first document rather than with the page. Its other build opens nothing in browsers
 * a year old.
 */
export async function loadPdfLibrary() {
  const library = await import('pdfjs-dist/legacy/build/pdf.mjs');
  library.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href;
  return library;
}

export type PdfLibrary = Awaited<ReturnType<typeof loadPdfLibrary>>;

interface Opening {
  readonly signal: AbortSignal;
}

/**
 * Public files are read in ranges and without a token, so that the browser can cache them; a tenant's files come whole
 * through the client, which refreshes the session if necessary.
 */
export async function openPdf(
  library: PdfLibrary,
  { id, url, visibility }: Document,
  { signal }: Opening,
): Promise<PDFDocumentLoadingTask> {
  const source =
    visibility === 'public'
      ? { url }
      : {
          data: await (await service.either.file('GET /api/documents/{id}/file', id, undefined, signal)).arrayBuffer(),
        };
  return library.getDocument({
    ...source,
    BinaryDataFactory: OwnFiles,
    useWorkerFetch: false,
    enableXfa: false,
    verbosity: 0,
  });
}
