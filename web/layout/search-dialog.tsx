import { useMantineColorScheme } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import '../styles/search-dialog.css';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { may } from '../auth/rights.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useAtRest } from '../components/table/use-at-rest.ts';
import { useTexts } from '../i18n/texts.ts';
import { useActing } from '../people/use-acting.ts';
import { openedFor } from '../routing/open-in-address.ts';
import type { PageLink } from '../routing/pages.ts';
import { type Find, useFinds } from './search-finds.ts';
import { SearchRow } from './search-row.tsx';

const LIST = 'search-finds';

interface SearchDialogProps {
  /** Letters typed before the field was ready. */
  readonly ahead: { current: string | undefined };
  readonly onClose: () => void;
  readonly onShowKeys: () => void;
}

/** Global search. The focus stays in the field; arrow keys choose what Enter opens. */
export function SearchDialog({ ahead, onClose, onShowKeys }: SearchDialogProps) {
  const { say } = useTexts();
  const { setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const { act } = useActing();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const seek = useAtRest(setQ);
  useEffect(() => seek(typed.trim()), [typed, seek]);
  const { finds, isWaiting, error } = useFinds(typed.trim() === '' ? '' : q);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, finds.length - 1);
  // Before any further key: the letters typed ahead must be in the field when the next one is typed into it.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    setTyped(ahead.current ?? '');
    ahead.current = undefined;
  }, [ahead]);
  useAhead(finds[at]);
  useEffect(() => {
    document.getElementById(`find-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const open = (find: Find | undefined) => {
    if (!find) return;
    dialog.current?.close();
    if (find.kind === 'command') {
      if (typeof find.act === 'function') find.act({ showKeys: onShowKeys, setScheme: setColorScheme });
      else void navigate(find.act);
      return;
    }
    if (find.kind === 'act') {
      if ('run' in find.act) act(find.act);
      else void navigate(find.act);
      return;
    }
    const isPerson = find.kind === 'person' || find.kind === 'recent';
    void navigate({ ...find.link, ...(isPerson ? { state: openedFor(String(find.person.id)) } : {}) });
  };
  const walk = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next !== undefined && finds.length > 0) {
      event.preventDefault();
      setChosen((next + finds.length) % finds.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      open(finds[at]);
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a click outside the dialog
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label={say('search.title')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className="search-box">
        <Icon name="search" />
        <input
          // With type="search", Escape would clear the field instead of closing the dialog.
          type="text"
          inputMode="search"
          role="combobox"
          aria-expanded={finds.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={finds.length > 0 ? `find-${at}` : undefined}
          aria-label={say('search.title')}
          placeholder={say(may('people.read') ? 'search.placeholder' : 'search.placeholder.documents')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={walk}
        />
        <button type="button" className="search-close" onClick={() => dialog.current?.close()}>
          <span className="key" aria-hidden="true">
            Esc
          </span>
          <span className="search-close-word">{say('app.close')}</span>
        </button>
      </div>
      {error && <ProblemNotice error={error} />}
      <div id={LIST} role="listbox" aria-label={say('search.found')} aria-busy={isWaiting} className="search-list">
        {[...new Set(finds.map(groupOf))].map((group) => {
          const ofGroup = finds.flatMap((find, index) => (groupOf(find) === group ? [{ find, index }] : []));
          if (ofGroup.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={group} role="group" aria-labelledby={`finds-${group}`}>
              <div id={`finds-${group}`} className="search-group">
                {say(`search.group.${group}`)}
              </div>
              {ofGroup.map(({ find, index }) => (
                <SearchRow
                  key={find.key}
                  id={`find-${index}`}
                  find={find}
                  chosen={index === at}
                  onPoint={() => setChosen(index)}
                  onOpen={() => open(find)}
                />
              ))}
            </div>
          );
        })}
      </div>
      <p className={finds.length === 0 && !isWaiting ? 'search-none' : 'hidden'} role="status">
        {finds.length === 0 && !isWaiting
          ? say('search.none', { q: typed.trim() })
          : say('search.count', { count: finds.length })}
      </p>
    </dialog>
  );
}

const groupOf = ({ kind }: Find): Exclude<Find['kind'], 'all'> => (kind === 'all' ? 'person' : kind);

/** The page of the chosen result is loaded before Enter. */
function useAhead(find: Find | undefined): void {
  const router = useRouter();
  const link = find && linkOf(find);
  const to = link?.to;
  useEffect(() => {
    if (to !== undefined) void router.preloadRoute({ to }).catch(() => {}); // told when it is opened
  }, [router, to]);
}

function linkOf(find: Find): PageLink | undefined {
  if (find.kind !== 'act' && find.kind !== 'command') return find.link;
  return 'to' in find.act ? find.act : undefined;
}
