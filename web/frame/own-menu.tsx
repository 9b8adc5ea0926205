import { Menu, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Link } from '@tanstack/react-router';
import type { StoredUser } from '../../client/stored-session.ts';
import { PAGE_PATHS } from '../page-paths.ts';
import { Icon } from '../parts/icons.tsx';
import { PersonAvatar } from '../parts/person-avatar.tsx';
import { service } from '../service.ts';
import { useTexts } from '../texts/texts.ts';

export function OwnMenu({ user }: { user: StoredUser }) {
  const { say } = useTexts();
  const name = user.full_name;
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className="own-menu">
          <span className="hidden">{say('nav.menu', { name })}</span>
          <PersonAvatar person={user} />
          <Icon name="menu" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="own-name" dir="auto">
          {name}
        </Menu.Label>
        <Menu.Item component={Link} to={PAGE_PATHS.profile}>
          {say('nav.profile')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void service.signOut()}>{say('nav.signOut')}</Menu.Item>
        <Menu.Item onClick={() => void service.signOut({ everywhere: true })}>{say('nav.signOutAll')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
