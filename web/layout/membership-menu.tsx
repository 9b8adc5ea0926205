import { Menu, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import type { StoredUser } from '../../client/stored-session.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { MenuLink } from './menu-link.tsx';
import { switchTo } from './switch-to.ts';

/** The tenant at the top for who has several memberships: the name opens them, with the role beside each. */
export function MembershipMenu({ user, short }: { user: StoredUser; short: string }) {
  const { say } = useTexts();
  const { tenant_name: tenant, role, memberships } = user;
  return (
    <Menu position="bottom-start" width={320} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className="frame-tenant" data-switch="">
          <span className="hidden">{say('switch.label')}</span>
          <span className="frame-tenant-short" aria-hidden="true">
            {short}
          </span>
          <span className="frame-tenant-name" dir="auto">
            {tenant}
            <small>{say(`role.${role}`)}</small>
          </span>
          <Icon name="menu" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className="membership-menu">
        <Menu.Label>{say('switch.choose')}</Menu.Label>
        {memberships.map((membership) => (
          <Menu.Item
            key={membership.id}
            disabled={!membership.acting && membership.state !== 'active'}
            rightSection={membership.acting && <Icon name="done" size={18} />}
            onClick={() => membership.acting || switchTo(membership)}
          >
            <span dir="auto">{membership.tenant_name}</span>
            <small>
              {say(`role.${membership.role}`)}
              {membership.acting && ` · ${say('switch.now')}`}
              {membership.state !== 'active' && ` · ${say(`membership.state.${membership.state}`)}`}
            </small>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <MenuLink to={PAGE_PATHS.profile} search={{ tab: 'clanstva' }}>
          {say('switch.all')}
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}
