import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import type { Place } from './navigation.ts';
import { PlaceLink } from './place-link.tsx';

const FOLDED = 'iskaznica_rail_folded';

/** The main menu on large screens: icons with labels, collapsible to icons. */
export function Rail({ places }: { places: readonly Place[] }) {
  const { say } = useTexts();
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED) === '1');
  const fold = () => {
    localStorage.setItem(FOLDED, folded ? '0' : '1');
    setFolded(!folded);
  };
  return (
    <nav className="rail" aria-label={say('nav.label')} data-folded={folded || undefined}>
      {places.map(({ path, text, icon }) => (
        <PlaceLink key={path} path={path} className="rail-place" title={folded ? say(text) : undefined}>
          <Icon name={icon} />
          <span>{say(text)}</span>
        </PlaceLink>
      ))}
      <UnstyledButton className="rail-place rail-fold" aria-expanded={!folded} onClick={fold}>
        <Icon name={folded ? 'unfold' : 'fold'} />
        <span>{say(folded ? 'nav.unfold' : 'nav.fold')}</span>
      </UnstyledButton>
    </nav>
  );
}
