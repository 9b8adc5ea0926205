import type { PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import type { Document } from '../../client/wire-types.ts';
import { service } from '../service.ts';

/** What PDFs may need beside themselves: decoders of scanned pages, and the two typefaces that no system brings. */
const FILES: Readonly<Record<string, string>> = {
  'jbig2.wasm': new URL('pdfjs-dist/wasm/jbig2.wasm', import.meta.url).href,
  'openjpeg.wasm': new URL('pdfjs-dist/wasm/openjpeg.wasm', import.meta.url).href,
  'FoxitSymbol.pfb': new URL('pdfjs-dist/standard_fonts/FoxitSymbol.pfb', import.meta.url).href,
  'FoxitDingbats.pfb': new URL('pdfjs-dist/standard_fonts/FoxitDingbats.pfb', import.meta.url).href,
};

/** All from this origin, by names with a hash; what is not among them is drawn without. */
class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = FILES[filename];
    const answer = address === undefined ? undefined : await fetch(address);
    if (!answer?.ok) throw new Error(`There is no ${filename}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

/** Half a megabyte, so it comes when a document is opened, not with the page. */
export async function loadPdfLibrary() {
  const library = await import('pdfjs-dist');
  library.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;
  return library;
}

export type PdfLibrary = Awaited<ReturnType<typeof loadPdfLibrary>>;

interface Opening {
  readonly signal: AbortSignal;
  /** Shared by those who open many. */
  readonly worker?: PDFWorker;
  /** Only the pages that are asked for. */
  readonly partly?: boolean;
}

/**
 * Public files are read in ranges, without a token, so that they may be kept by the browser; those of a tenant come whole
 * through the client, which renews a sign-in if need be.
 */
export async function openPdf(
  library: PdfLibrary,
  { id, url, visibility }: Document,
  { signal, worker, partly = false }: Opening,
): Promise<PDFDocumentLoadingTask> {
  const source =
    visibility === 'public'
      ? { url, disableAutoFetch: partly, disableStream: partly }
      : { data: await (await service.documents.file(id, { signal })).arrayBuffer() };
  return library.getDocument({
    ...source,
    ...(worker ? { worker } : {}),
    ...{ BinaryDataFactory: OwnFiles, useWorkerFetch: false, enableXfa: false, verbosity: 0 },
  });
}
