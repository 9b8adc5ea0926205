import { type ReactNode, useEffect, useRef } from 'react';
import { useSite } from '../components/site.ts';
import { StorageNotice } from '../components/storage-notice.tsx';
import { TroubleBar } from '../components/trouble-bar.tsx';
import { useTexts } from '../i18n/texts.ts';
import mark from '../styles/iskaznica.svg';
import { CourtDrawing } from './court-drawing.tsx';
import { LanguageSwitch } from './language-switch.tsx';

/** Layout of the pages for people who are not signed in. */
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

/** The name of the service. Nothing waits for it, and nothing moves when it arrives. */
function SiteName() {
  const site = useSite();
  return (
    <p className="entry-words" dir="auto" data-known={site?.name ? '' : undefined}>
      {site?.name}
    </p>
  );
}

/** When a page moves to its next step, the title takes the focus, so that screen readers announce it. */
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
