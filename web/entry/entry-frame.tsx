import { type ReactNode, useEffect, useRef } from 'react';
import { LanguageSwitch } from '../frame/language-switch.tsx';
import mark from '../look/iskaznica.svg';
import { useSite } from '../parts/site.ts';
import { StorageNotice } from '../parts/storage-notice.tsx';
import { TroubleBar } from '../parts/trouble-bar.tsx';
import { useTexts } from '../texts/texts.ts';
import { CourtDrawing } from './court-drawing.tsx';

/** Around the pages for people who are not signed in. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  const { say } = useTexts();
  return (
    <div className="entry">
      <header className="entry-side">
        <CourtDrawing />
        <div className="entry-name">
          <img src={mark} alt="" />
          {say('app.name')}
        </div>
        <SiteName />
      </header>
      <main className="entry-main">
        <div className="entry-top">
          <LanguageSwitch />
        </div>
        <div className="entry-form">
          <TroubleBar />
          <PageTitle title={title} />
          {children}
        </div>
        <StorageNotice />
      </main>
    </div>
  );
}

/** Whose service it is. Nothing waits for it, and nothing moves when it comes. */
function SiteName() {
  const site = useSite();
  return (
    <p className="entry-words" dir="auto" data-known={site?.name ? '' : undefined}>
      {site?.name}
    </p>
  );
}

/** When a step follows another on the same page, its title takes the focus, so that screen readers say where one is. */
function PageTitle({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { say } = useTexts();
  const shown = useRef(title);
  useEffect(() => {
    document.title = `${title} · ${say('app.name')}`;
    if (shown.current !== title && document.activeElement === document.body) heading.current?.focus();
    shown.current = title;
  }, [title, say]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
