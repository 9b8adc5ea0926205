import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { loadTexts, useTexts } from '../texts/texts.ts';

/** Comes with its texts when it is first opened: most visits never search. */
const SearchDialog = lazy(async () => {
  await loadTexts('search');
  return { default: (await import('./search-dialog.tsx')).SearchDialog };
});

/** Search over everything: by this button, by `/`, or by Ctrl K (⌘ K). */
export function SearchButton({ tier }: { tier: number }) {
  const { say } = useTexts();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!asksForSearch(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <UnstyledButton
        className="search-button"
        aria-label={say('nav.search')}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={18} />
        <span className="search-word">{say('nav.search')}</span>
        <span className="key" aria-hidden="true">
          /
        </span>
      </UnstyledButton>
      {open && (
        <Suspense>
          <SearchDialog tier={tier} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function asksForSearch(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTypedInto(event.target);
}

/** A stroke is a letter there, also in a dialog: whoever answers a question is not sent away from it. */
const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null);
