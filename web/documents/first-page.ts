import type { PDFWorker } from 'pdfjs-dist';
import type { Document } from '../../client/wire-types.ts';
import { loadPdfLibrary, openPdf, type PdfLibrary } from './pdf-library.ts';

const WIDTH = 360;
const drawn = new Map<string, string>();
let waiting: Wanted[] = [];
let drawing = false;
let shared: { library: PdfLibrary; worker: PDFWorker } | undefined;

interface Connection {
  readonly saveData?: boolean;
}

/** Not on phones or with data saving on; and only for public files. */
export function mayDrawCovers({ visibility }: Document): boolean {
  const { connection } = navigator as { connection?: Connection };
  return visibility === 'public' && !connection?.saveData && matchMedia('(min-width: 48em)').matches;
}

/** First pages drawn earlier, by file hash. */
export const drawnFirstPage = ({ sha256 }: Document): string | undefined => drawn.get(sha256);

interface Wanted {
  readonly document: Document;
  readonly signal: AbortSignal;
  readonly tell: (picture: string | undefined) => void;
}

/**
 * Draws the first pages one by one, in shelf order, whenever the browser is idle. `undefined` when no longer wanted or not
 * drawable.
 */
export function drawFirstPage(document: Document, signal: AbortSignal): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  waiting.push({ document, signal, tell: resolve });
  if (!drawing) void drawWaiting();
  return promise;
}

async function drawWaiting(): Promise<void> {
  drawing = true;
  for (;;) {
    await idle();
    waiting = waiting
      .filter(({ signal }) => !signal.aborted)
      .sort((one, other) => (other.document.year ?? 0) - (one.document.year ?? 0));
    const next = waiting.shift();
    if (next === undefined) break;
    const { document, signal, tell } = next;
    tell(drawnFirstPage(document) ?? (await draw(document, signal).catch(() => undefined)));
  }
  drawing = false;
}

const idle = (): Promise<unknown> =>
  new Promise((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 50)));

async function draw(document: Document, signal: AbortSignal): Promise<string> {
  const library = shared?.library ?? (await loadPdfLibrary());
  shared ??= { library, worker: new library.PDFWorker() };
  const task = await openPdf(library, document, { signal, worker: shared.worker, partly: true });
  try {
    const page = await (await task.promise).getPage(1);
    const viewport = page.getViewport({ scale: WIDTH / page.getViewport({ scale: 1 }).width });
    const canvas = Object.assign(window.document.createElement('canvas'), {
      width: Math.floor(viewport.width),
      height: Math.floor(viewport.height),
    });
    await page.render({ canvas, viewport }).promise;
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (picture === null) throw new Error('The picture is too large');
    const address = URL.createObjectURL(picture);
    drawn.set(document.sha256, address);
    return address;
  } finally {
    await task.destroy();
  }
}
