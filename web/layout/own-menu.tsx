import { Menu, UnstyledButton } from '@mantine/core';
import { languageOf } from '../i18n/language.ts';
import { LANGUAGES } from './language-switch.tsx';
import { MenuLink } from './menu-link.tsx';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import type { StoredUser } from '../../client/stored-session.ts';
import { service } from '../auth/service.ts';
import { askUnsaved } from '../components/dialog/unsaved.ts';
import { Icon } from '../components/frame/icons.tsx';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { chooseLanguage, useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

export function OwnMenu({ user }: { user: StoredUser }) {
  const { say, language } = useTexts();
  const name = user.full_name;
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
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
        <MenuLink to={PAGE_PATHS.profile}>{say('nav.profile')}</MenuLink>
        <Menu.Divider />
        <Menu.Label>{say('app.language')}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(chosen) => void chooseLanguage(languageOf(chosen))}>
          {LANGUAGES.map(([code, name]) => (
            <Menu.RadioItem key={code} value={code} lang={code} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => askUnsaved(() => void service.signOut())}>{say('nav.signOut')}</Menu.Item>
        <Menu.Item onClick={() => askUnsaved(() => void service.signOut({ everywhere: true }))}>
          {say('nav.signOutAll')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
