import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Document } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PdfPage } from './pdf-page.tsx';
import { PdfToolbar } from './pdf-toolbar.tsx';
import { useReaderKeys } from './reader-keys.ts';
import type { OpenedPdf } from './use-opened-pdf.ts';

/** On large screens a page is no wider than is comfortable to read. */
const WIDEST = 900;
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const FITS = 2;
const TURNS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const RESTS_FOR_MS = 400;
/** A page counts as the current one from below the sticky headers. */
const READ_FROM = 240;

interface PdfPagesProps {
  readonly opened: OpenedPdf;
  readonly document: Document;
  readonly onClose: () => void;
}

/** All pages, one below the other. The current one lives in the URL, so that a link opens it. */
export function PdfPages({ opened, document, onClose }: PdfPagesProps) {
  const { say } = useTexts();
  const [{ page: asked }, change] = useAddressState();
  const { ref, width: room } = useElementSize();
  const [zoom, setZoom] = useState(FITS);
  const pages = useRef<HTMLDivElement>(null);
  const count = opened.pdf.numPages;
  const current = useCurrentPage(pages, count);
  const width = Math.floor(Math.min(room, WIDEST) * (ZOOMS[zoom] ?? 1));
  const goTo = (page: number) =>
    pages.current?.children[Math.max(1, Math.min(count, page)) - 1]?.scrollIntoView({ block: 'start' });
  const first = useRef(Number(asked ?? 1));
  useEffect(() => {
    if (room > 0 && first.current > 1) goTo(first.current);
    if (room > 0) first.current = 0;
  });
  useEffect(() => {
    if (first.current > 0) return;
    const resting = setTimeout(() => change({ page: current === 1 ? undefined : String(current) }), RESTS_FOR_MS);
    return () => clearTimeout(resting);
  }, [current, change]);
  const step = (by: number) => setZoom((before) => Math.max(0, Math.min(ZOOMS.length - 1, before + by)));
  useReaderKeys((key) => {
    const by = TURNS[key];
    if (by !== undefined) goTo(current + by);
    else if (key === '+') step(1);
    else if (key === '-') step(-1);
    else if (key === '0') setZoom(FITS);
    else return false;
    return true;
  });
  return (
    <>
      <PdfToolbar
        document={document}
        page={current}
        count={count}
        onPage={goTo}
        onDeleted={onClose}
        percent={Math.round((ZOOMS[zoom] ?? 1) * 100)}
        onZoomIn={zoom < ZOOMS.length - 1 ? () => step(1) : undefined}
        onZoomOut={zoom > 0 ? () => step(-1) : undefined}
      />
      <section
        className="pdf-room"
        ref={ref}
        aria-label={say('documents.pagesOf', { title: document.title })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by keyboard too
        tabIndex={0}
      >
        <div className="pdf-pages" ref={pages} lang={document.language}>
          {room > 0 &&
            Array.from({ length: count }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pages have numbers
              <PdfPage key={place} opened={opened} number={place + 1} width={width} />
            ))}
        </div>
      </section>
    </>
  );
}

/** The last page that starts above the reading position. */
function useCurrentPage(pages: { readonly current: HTMLDivElement | null }, count: number): number {
  const [current, setCurrent] = useState(1);
  useEffect(() => {
    let waiting = 0;
    const update = () => {
      waiting = 0;
      const tops = [...(pages.current?.children ?? [])].map((page) => page.getBoundingClientRect().top);
      const begun = tops.filter((top) => top <= READ_FROM).length;
      const atEnd = window.innerHeight + window.scrollY >= window.document.documentElement.scrollHeight - 2;
      if (tops.length > 0) setCurrent(atEnd && window.scrollY > 0 ? count : Math.max(1, begun));
    };
    const scrolled = () => {
      waiting ||= requestAnimationFrame(update);
    };
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      removeEventListener('scroll', scrolled);
      cancelAnimationFrame(waiting);
    };
  }, [pages, count]);
  return current;
}
