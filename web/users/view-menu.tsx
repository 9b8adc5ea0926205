import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { Menu } from '@mantine/core';
import type { PeopleView } from '../../client/wire-types.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';

interface ViewMenuProps {
  readonly view: PeopleView;
  readonly onRename: () => void;
  readonly onAct: (act: 'share' | 'unshare' | 'remove') => void;
}

/** What the viewer may do with a view that is open. */
export function ViewMenu({ view: { name, actions }, onRename, onAct }: ViewMenuProps) {
  const { say } = useTexts();
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className="view-menu" aria-label={say('users.views.edit', { name })}>
          <Icon name="more" size={18} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.includes('change') && <Menu.Item onClick={onRename}>{say('users.views.rename')}</Menu.Item>}
        {(['share', 'unshare', 'remove'] as const).map(
          (act) =>
            actions.includes(act) && (
              <Menu.Item key={act} onClick={() => onAct(act)}>
                {say(`users.views.${act}`)}
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
