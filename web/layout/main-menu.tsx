import { Menu, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Work } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { Icon } from '../components/frame/icons.tsx';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { waitingAt, workQuery } from '../people/work.ts';
import { MENU_GROUPS } from '../routing/pages.ts';
import { MenuLink } from './menu-link.tsx';
import type { Place } from './navigation.ts';
import { PlaceLink } from './place-link.tsx';
import { useChosenTenant } from './use-chosen-tenant.ts';

const MOST = 4;

interface MainMenuProps {
  readonly places: readonly Place[];
}

/** The main menu on phones: the first few within reach of the thumb, the rest behind a button. */
export function BottomBar({ places }: MainMenuProps) {
  const { say } = useTexts();
  const waiting = useWaiting();
  const shown = places.length <= MOST + 1 ? places : places.slice(0, MOST);
  const others = places.slice(shown.length);
  return (
    <nav className="bottom-bar" aria-label={say('nav.label')}>
      {shown.map(({ path, text, icon }) => (
        <PlaceLink key={path} path={path} className="bottom-place">
          <Icon name={icon} />
          <span>{say(text)}</span>
          <Waiting path={path} waiting={waiting} />
        </PlaceLink>
      ))}
      {others.length > 0 && (
        <Menu position="top-end" width={240}>
          <Menu.Target>
            <UnstyledButton className="bottom-place">
              <Icon name="more" />
              <span>{say('nav.more')}</span>
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {groupsOf(others).map(({ group, members }) => [
              <Menu.Label key={group}>{say(`nav.group.${group}`)}</Menu.Label>,
              ...members.map(({ path, text, icon }) => (
                <MenuLink
                  key={path}
                  to={path}
                  leftSection={<Icon name={icon} />}
                  rightSection={<Waiting path={path} waiting={waiting} />}
                >
                  {say(text)}
                </MenuLink>
              )),
            ])}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  );
}

const FOLDED = 'iskaznica_rail_folded';

/** The main menu on large screens: icons with labels, collapsible to icons. Whoever has many pages sees them in groups. */
export function Sidebar({ places }: MainMenuProps) {
  const { say } = useTexts();
  const waiting = useWaiting();
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED) === '1');
  const fold = () => {
    localStorage.setItem(FOLDED, folded ? '0' : '1');
    setFolded(!folded);
  };
  const isGrouped = places.length > MOST + 1;
  return (
    <nav className="rail" aria-label={say('nav.label')} data-folded={folded || undefined}>
      {groupsOf(places).map(({ group, members }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div key={group} className="rail-group" role="group" aria-label={say(`nav.group.${group}`)}>
          {isGrouped && (
            <span className="rail-title" aria-hidden="true">
              {say(`nav.group.${group}`)}
            </span>
          )}
          {members.map(({ path, text, icon }) => (
            <PlaceLink key={path} path={path} className="rail-place" title={folded ? say(text) : undefined}>
              <Icon name={icon} />
              <span>{say(text)}</span>
              <Waiting path={path} waiting={waiting} />
            </PlaceLink>
          ))}
        </div>
      ))}
      <UnstyledButton className="rail-place rail-fold" aria-expanded={!folded} onClick={fold}>
        <Icon name={folded ? 'unfold' : 'fold'} />
        <span>{say(folded ? 'nav.unfold' : 'nav.fold')}</span>
      </UnstyledButton>
    </nav>
  );
}

const groupsOf = (places: readonly Place[]) =>
  MENU_GROUPS.map((group) => ({ group, members: places.filter((place) => place.group === group) })).filter(
    ({ members }) => members.length > 0,
  );

/** What waits for somebody, of the tenant that the viewer chose. Without it the menu only lacks its counts. */
function useWaiting(): Work['waiting'] | undefined {
  const tenantId = useChosenTenant();
  return useQuery({ ...workQuery(tenantId), enabled: may('erasures.manage') }).data?.waiting;
}

interface WaitingProps {
  readonly path: Place['path'];
  readonly waiting: Work['waiting'] | undefined;
}

function Waiting({ path, waiting }: WaitingProps) {
  const { say, language } = useTexts();
  const { count, urgent } = waiting ? waitingAt(path, waiting) : { count: 0, urgent: false };
  if (count === 0) return null;
  const number = amount(count, language);
  const words = say('nav.waiting', { count, number });
  return (
    <span className="nav-count" data-urgent={urgent || undefined} title={words}>
      <span aria-hidden="true">{number}</span>
      <span className="hidden">{words}</span>
    </span>
  );
}
