import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import type { Document } from '../../client/wire-types.ts';
import { loadPdfLibrary, openPdf, type PdfLibrary } from './pdf-library.ts';

export interface OpenedPdf {
  readonly library: PdfLibrary;
  readonly pdf: PDFDocumentProxy;
  /** Size of the first page, in points; the others are assumed to match until drawn. */
  readonly size: { readonly width: number; readonly height: number };
}

interface Opening {
  readonly opened?: OpenedPdf;
  readonly problem?: unknown;
}

/** An open PDF; its worker ends when the document is closed. */
export function useOpenedPdf(document: Document): Opening {
  const [opening, setOpening] = useState<Opening>({});
  // Fetching the same document again does not reopen it; a new file does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const left = new AbortController();
    let task: PDFDocumentLoadingTask | undefined;
    const open = async () => {
      const library = await loadPdfLibrary();
      task = await openPdf(library, document, { signal: left.signal });
      if (left.signal.aborted) return void task.destroy();
      const pdf = await task.promise;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!left.signal.aborted) setOpening({ opened: { library, pdf, size: { width, height } } });
    };
    open().catch((problem: unknown) => {
      if (!left.signal.aborted) setOpening({ problem });
    });
    return () => {
      left.abort();
      void task?.destroy();
    };
  }, [document.id, document.sha256, document.visibility]);
  return opening;
}
