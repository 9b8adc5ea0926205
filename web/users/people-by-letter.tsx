import { useEffect, useRef } from 'react';
import type { User } from '../../client/wire-types.ts';
import { letterOf } from '../../src/platform/words/croatian-order.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { USERS_KEY } from '../people/people-queries.ts';
import { LETTERS, pageQuery } from './cards-filter.ts';
import { type CardListProps, Nobody, PeopleSkeleton, PersonCards } from './person-cards.tsx';

const PAGE = 60;

/** Everybody by surname; under letters, unless it is what a search found. */
export function PeopleByLetter(shown: CardListProps) {
  const { say } = useTexts();
  const { q, role, tenant, from } = shown.filter;
  const list = useList<User>([USERS_KEY, 'cards', { q, role, tenant, from }], (cursor, signal) =>
    service.call('GET /api/admin/users', pageQuery({ q, role, tenant }, from, cursor, PAGE), signal),
  );
  const { items, query } = list;
  if (query.isError && items.length === 0) return <ProblemNotice error={query.error} />;
  if (query.isPending) return <PeopleSkeleton />;
  const isWhole = q !== '' || items.length === 0;
  return (
    <div aria-busy={query.isPlaceholderData || undefined} className="cards-list">
      {isWhole ? (
        <PersonCards {...shown} people={items} label={say('cards.title')} empty={<Nobody />} />
      ) : (
        underLetters(items).map(({ letter, people }) => (
          <section key={letter} aria-label={letter}>
            <h2 className="letter">{letter}</h2>
            <PersonCards {...shown} people={people} label={letter} />
          </section>
        ))
      )}
      <ListFoot list={list} last />
    </div>
  );
}

interface UnderLetter {
  readonly letter: string;
  readonly people: readonly User[];
}

/** Already sorted by surname, those without one first; a foreign letter may return to an earlier heading. */
function underLetters(people: readonly User[]): UnderLetter[] {
  const groups = Map.groupBy(people, ({ prezime }) => letterOf(prezime));
  return [...groups].map(([letter, those]) => ({ letter, people: those }));
}

interface AlphabetJumpsProps {
  readonly chosen: string;
  readonly onChoose: (letter: string) => void;
}

/** Jumps to the people from a letter onwards, in Croatian order. */
export function AlphabetJumps({ chosen, onChoose }: AlphabetJumpsProps) {
  const { say } = useTexts();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the row is wider than the screen; it scrolls by itself.
    const letter = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (letter && row.current) row.current.scrollLeft = letter.offsetLeft - row.current.clientWidth / 2;
  }, []);
  return (
    <nav ref={row} className="alphabet" aria-label={say('cards.jump')}>
      <button type="button" aria-current={chosen === '' ? 'true' : undefined} onClick={() => onChoose('')}>
        {say('cards.jump.all')}
      </button>
      {LETTERS.map((letter) => (
        <button
          key={letter}
          type="button"
          aria-current={chosen === letter ? 'true' : undefined}
          aria-label={say('cards.jump.to', { letter })}
          onClick={() => onChoose(letter)}
        >
          {letter}
        </button>
      ))}
    </nav>
  );
}
