import type { PDFPageProxy, RenderTask, TextLayer } from 'pdfjs-dist';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTexts } from '../i18n/texts.ts';
import type { PdfLibrary } from './pdf-library.ts';
import type { OpenedPdf } from './use-opened-pdf.ts';

/** Pages are drawn this far ahead of the screen and released this far behind: one takes some ten megabytes. */
const AHEAD = '1200px 0px';
/** More than the screen's resolution costs memory and shows nothing. */
const FINEST = 2;
const MOST_PIXELS = 16_000_000;

interface PdfPageProps {
  readonly opened: OpenedPdf;
  readonly number: number;
  /** In CSS pixels. */
  readonly width: number;
}

/** One page: its image, with its text on top to be searched, copied and read aloud. */
export function PdfPage({ opened: { library, pdf, size: first }, number, width }: PdfPageProps) {
  const { say } = useTexts();
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [size, setSize] = useState(first);
  useEffect(() => {
    if (sheet.current === null) return;
    const seen = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: AHEAD,
    });
    seen.observe(sheet.current);
    return () => seen.disconnect();
  }, []);
  useEffect(() => {
    if (!near) return;
    const drawing = new PageDrawing();
    void pdf
      .getPage(number)
      .then((page) => {
        const { width: wide, height } = page.getViewport({ scale: 1 });
        setSize((before) => (before.width === wide && before.height === height ? before : { width: wide, height }));
        return drawing.draw(library, page, { canvas: canvas.current, words: words.current, width });
      })
      .catch(() => {}); // cancelled or unreadable: the page stays white
    return () => drawing.cancel();
  }, [near, library, pdf, number, width]);
  const style: CSSProperties = { width, height: Math.round((width * size.height) / size.width) };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page is no group of fields
    <div
      className="pdf-page"
      role="group"
      ref={sheet}
      style={{ ...style, '--total-scale-factor': width / size.width } as CSSProperties}
      aria-label={say('documents.page', { number })}
    >
      {near && <canvas ref={canvas} />}
      {near && <div className="pdf-words" ref={words} />}
    </div>
  );
}

interface Sheet {
  readonly canvas: HTMLCanvasElement | null;
  readonly words: HTMLDivElement | null;
  readonly width: number;
}

/** The drawing in progress for one page; a new size cancels it. */
class PageDrawing {
  private cancelled = false;
  private render: RenderTask | undefined;
  private layer: TextLayer | undefined;

  async draw(library: PdfLibrary, page: PDFPageProxy, { canvas, words, width }: Sheet): Promise<void> {
    if (this.cancelled || canvas === null || words === null) return;
    const whole = page.getViewport({ scale: 1 });
    const scale = width / whole.width;
    const area = whole.width * whole.height * scale * scale;
    const fineness = Math.min(devicePixelRatio || 1, FINEST, Math.sqrt(MOST_PIXELS / area));
    const viewport = page.getViewport({ scale: scale * fineness });
    Object.assign(canvas, { width: Math.floor(viewport.width), height: Math.floor(viewport.height) });
    this.render = page.render({ canvas, viewport });
    await this.render.promise;
    if (this.cancelled) return;
    words.replaceChildren();
    this.layer = new library.TextLayer({
      textContentSource: page.streamTextContent(),
      container: words,
      viewport: page.getViewport({ scale }),
    });
    await this.layer.render();
  }

  cancel(): void {
    this.cancelled = true;
    this.render?.cancel();
    this.layer?.cancel();
  }
}
