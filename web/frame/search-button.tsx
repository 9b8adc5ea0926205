import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { loadTexts, useTexts } from '../texts/texts.ts';

/** Comes with its texts by itself: most visits never search. */
const fetchDialog = async () => {
  await loadTexts('search');
  return { default: (await import('./search-dialog.tsx')).SearchDialog };
};
const SearchDialog = lazy(fetchDialog);

/** Who looks after people searches all day, and types on after the stroke: for them it is there before they ask. */
const SEARCHES_OFTEN = 2;
const PAGE_FIRST_MS = 1500;

/** Search over everything: by this button, by `/`, or by Ctrl K (⌘ K). */
export function SearchButton({ tier }: { tier: number }) {
  const { say } = useTexts();
  const [open, setOpen] = useState(false);
  /** What is typed on before the dialog is there; undefined while none is awaited. */
  const ahead = useRef<string>(undefined);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (ahead.current !== undefined && isLetter(event)) ahead.current += event.key;
      else if (asksForSearch(event)) {
        ahead.current = '';
        setOpen(true);
      } else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  useEffect(() => {
    if (tier > SEARCHES_OFTEN) return;
    const fetching = setTimeout(() => void fetchDialog().catch(() => {}), PAGE_FIRST_MS); // asked again when it is opened
    return () => clearTimeout(fetching);
  }, [tier]);
  return (
    <>
      <UnstyledButton
        className="search-button"
        aria-label={say('nav.search')}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => {
          ahead.current = '';
          setOpen(true);
        }}
      >
        <Icon name="search" size={18} />
        <span className="search-word">{say('nav.search')}</span>
        <span className="key" aria-hidden="true">
          /
        </span>
      </UnstyledButton>
      {open && (
        <Suspense>
          <SearchDialog tier={tier} ahead={ahead} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function asksForSearch(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTypedInto(event.target);
}

const isLetter = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !isTypedInto(target);

/** A stroke is a letter there, also in a dialog: whoever answers a question is not sent away from it. */
const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null);
