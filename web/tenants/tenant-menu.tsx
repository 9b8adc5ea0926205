import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu } from '@mantine/core';
import type { Tenant } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useTenantActs } from './use-tenant-acts.ts';

/** What one may do with a tenant without opening it. */
export function TenantMenu({ tenant }: { tenant: Tenant }) {
  const { say } = useTexts();
  const { createBelow, move } = useTenantActs();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps events on the menu from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row handles only its own keys
    <div className="row-acts" onClick={(event) => event.stopPropagation()}>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={say('tenants.menu', { name: tenant.name })}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => createBelow(tenant.id)}>{say('tenants.createBelow')}</Menu.Item>
          {may('tenants.manage') && <Menu.Item onClick={() => move(tenant.id)}>{say('tenants.move')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
