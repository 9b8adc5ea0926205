import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../components/icons.tsx';
import { loadTexts, useTexts } from '../i18n/texts.ts';

/** Loaded on demand with its texts: most visits never search. */
const fetchDialog = async () => {
  await loadTexts('search');
  return { default: (await import('./search-dialog.tsx')).SearchDialog };
};
const SearchDialog = lazy(fetchDialog);

/** Administrators search all day and keep typing after the shortcut, so for them it is preloaded. */
const SEARCHES_OFTEN = 2;
const PAGE_FIRST_MS = 1500;

/** Global search: by this button, by `/`, or by Ctrl K (⌘ K). */
export function SearchButton({ tier }: { tier: number }) {
  const { say } = useTexts();
  const [open, setOpen] = useState(false);
  /** Keys typed before the dialog has opened; undefined when none is opening. */
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
    const fetching = setTimeout(() => void fetchDialog().catch(() => {}), PAGE_FIRST_MS); // retried when it is opened
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

/** In a text field a keystroke is a letter; and a shortcut must not pull anybody out of a dialog. */
const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null);
