import type { ReactNode } from 'react';
import { Icon } from '../components/frame/icons.tsx';
import { addressOf, nameOrAddress } from '../components/person/erased-person.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { StatusPill } from '../components/person/role-words.tsx';
import { type Say, useTexts } from '../i18n/texts.ts';
import type { Find } from './search-finds.ts';

interface SearchRowProps {
  readonly id: string;
  readonly find: Find;
  readonly chosen: boolean;
  readonly onPoint: () => void;
  readonly onOpen: () => void;
}

export function SearchRow({ id, find, chosen, onPoint, onOpen }: SearchRowProps) {
  const { say } = useTexts();
  const { picture, name, words, tail } = faceOf(find, say);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field holds the focus and its keys
    <div id={id} role="option" aria-selected={chosen} className="search-row" onMouseMove={onPoint} onClick={onOpen}>
      {picture}
      <span className="search-name" dir="auto">
        {name}
        {words && <small>{words}</small>}
      </span>
      {tail}
    </div>
  );
}

interface Face {
  readonly picture: ReactNode;
  readonly name: string;
  readonly words?: string;
  readonly tail?: ReactNode;
}

function faceOf(find: Find, say: Say): Face {
  if (find.kind === 'all') return { picture: <Icon name="people" />, name: say('search.all', { q: find.text }) };
  if (find.kind === 'page' || find.kind === 'tenant' || find.kind === 'command' || find.kind === 'act')
    return { picture: <Icon name={find.icon} />, name: find.name };
  if (find.kind === 'document') {
    const { title, year, federation } = find.document;
    return {
      picture: <Icon name="document" />,
      name: title,
      words: [federation.name, year].filter(Boolean).join(' · '),
    };
  }
  const { person } = find;
  return {
    picture: <PersonAvatar person={person} size={32} />,
    name: nameOrAddress(person),
    words: [say(`role.${person.role}`), addressOf(person), person.tenant_name].filter(Boolean).join(' · '),
    ...(person.status === 'active'
      ? {}
      : { tail: <StatusPill status={person.status} invitation={person.invitation} /> }),
  };
}
