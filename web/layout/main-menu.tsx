import { Menu, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { MenuLink } from './menu-link.tsx';
import type { Place } from './navigation.ts';
import { PlaceLink } from './place-link.tsx';

const MOST = 4;

/** The main menu on phones: the first few within reach of the thumb, the rest behind a button. */
export function BottomBar({ places }: { places: readonly Place[] }) {
  const { say } = useTexts();
  const shown = places.length <= MOST + 1 ? places : places.slice(0, MOST);
  const others = places.slice(shown.length);
  return (
    <nav className="bottom-bar" aria-label={say('nav.label')}>
      {shown.map(({ path, text, icon }) => (
        <PlaceLink key={path} path={path} className="bottom-place">
          <Icon name={icon} />
          <span>{say(text)}</span>
        </PlaceLink>
      ))}
      {others.length > 0 && (
        <Menu position="top-end" width={220}>
          <Menu.Target>
            <UnstyledButton className="bottom-place">
              <Icon name="more" />
              <span>{say('nav.more')}</span>
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ path, text, icon }) => (
              <MenuLink key={path} to={path} leftSection={<Icon name={icon} />}>
                {say(text)}
              </MenuLink>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  );
}

const FOLDED = 'iskaznica_rail_folded';

/** The main menu on large screens: icons with labels, collapsible to icons. */
export function Sidebar({ places }: { places: readonly Place[] }) {
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
