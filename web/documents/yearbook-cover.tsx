import { useEffect, useRef, useState } from 'react';
import type { Document } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';
import { drawFirstPage, drawnFirstPage, mayDrawCovers } from './first-page.ts';

/**
 * An immediate cover made from what is known about a yearbook. On large screens the real first page replaces it once it is
 * in view and the browser is idle; on phones it stays, because each page means fetching a file.
 */
export function YearbookCover({ yearbook }: { yearbook: Document }) {
  const { say } = useTexts();
  const cover = useRef<HTMLSpanElement>(null);
  const [picture, setPicture] = useState(() => drawnFirstPage(yearbook));
  useEffect(() => {
    if (picture !== undefined || cover.current === null || !mayDrawCovers(yearbook)) return;
    const left = new AbortController();
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      void drawFirstPage(yearbook, left.signal).then((drawn) => {
        if (!left.signal.aborted && drawn) setPicture(drawn);
      });
    });
    seen.observe(cover.current);
    return () => {
      left.abort();
      seen.disconnect();
    };
  }, [picture, yearbook]);
  return (
    <span className="cover" ref={cover} aria-hidden="true">
      <span className="cover-federation">{yearbook.federation.name}</span>
      <span className="cover-word">{say('documents.yearbook')}</span>
      <span className="cover-year">{yearbook.year}</span>
      <svg viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 18q12.5-9 25 0t25 0 25 0 25 0v42H0Z" />
        <path d="M0 32q12.5-8 25 0t25 0 25 0 25 0v28H0Z" />
        <path d="M0 46q12.5-6 25 0t25 0 25 0 25 0v14H0Z" />
      </svg>
      {picture && <img src={picture} alt="" />}
    </span>
  );
}
