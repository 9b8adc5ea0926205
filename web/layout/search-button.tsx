import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { may } from '../auth/rights.ts';
import { Icon } from '../components/frame/icons.tsx';
import { loadTexts, useTexts } from '../i18n/texts.ts';

/** Loaded on demand with its texts: most visits never search. */
const fetchDialog = async () => {
  await loadTexts('search', 'users');
  return { default: (await import('./search-dialog.tsx')).SearchDialog };
};
const SearchDialog = lazy(fetchDialog);
const KeysDialog = lazy(async () => {
  await loadTexts('search');
  return { default: (await import('./keys-dialog.tsx')).KeysDialog };
});

/** Who looks for people searches all day and types on after the shortcut: for them it is fetched ahead, after the page. */
const PAGE_FIRST_MS = 1500;

/** Global search: by this button, by `/`, or by Ctrl K (⌘ K). `?` shows all keys. */
export function SearchButton() {
  const { say } = useTexts();
  const [open, setOpen] = useState(false);
  const [turn, setTurn] = useState(0);
  const [keysShown, setKeysShown] = useState(false);
  const findsPeople = may('people.read');
  /** Keys typed before the dialog has opened; undefined when none is opening. */
  const ahead = useRef<string>(undefined);
  const ask = useCallback(() => {
    if (document.querySelector('.search-dialog[open]')) return;
    ahead.current = '';
    setOpen(true);
  }, []);
  const onClose = () => {
    if (ahead.current === undefined) setOpen(false);
    else setTurn(turn + 1); // asked for again after it had closed, before it said so
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (ahead.current !== undefined && isLetter(event)) ahead.current += event.key;
      else if (asksForSearch(event)) ask();
      else if (asksForKeys(event)) setKeysShown(true);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [ask]);
  useEffect(() => {
    if (!findsPeople) return;
    const fetching = setTimeout(() => void fetchDialog().catch(() => {}), PAGE_FIRST_MS); // retried when it is opened
    return () => clearTimeout(fetching);
  }, [findsPeople]);
  return (
    <>
      <UnstyledButton
        className="search-button"
        aria-label={say('nav.search')}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={ask}
      >
        <Icon name="search" size={18} />
        <span className="search-word">{say('nav.search')}</span>
        <span className="key" aria-hidden="true">
          /
        </span>
      </UnstyledButton>
      {open && (
        <Suspense>
          <SearchDialog key={turn} ahead={ahead} onClose={onClose} onShowKeys={() => setKeysShown(true)} />
        </Suspense>
      )}
      {keysShown && (
        <Suspense>
          <KeysDialog onClose={() => setKeysShown(false)} />
        </Suspense>
      )}
    </>
  );
}

function asksForSearch(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTypedInto(event.target);
}

const asksForKeys = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key === '?' && !ctrlKey && !metaKey && !altKey && !isTypedInto(target);

const isLetter = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !isTypedInto(target);

/** In a text field a keystroke is a letter; and a shortcut must not pull anybody out of a dialog. */
const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=dialog][aria-modal=true]') !== null);
