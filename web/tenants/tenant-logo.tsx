import { Button, FileButton, Group } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/notice.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useLookChange } from './use-look-change.ts';

/** As the service takes it. */
const MOST_BYTES = 2 * 1024 * 1024;

export function TenantLogo({ tenant }: { tenant: Tenant }) {
  const { say } = useTexts();
  const [isTooLarge, setTooLarge] = useState(false);
  const changing = useLookChange(
    tenant,
    (picture: File | null) =>
      picture ? service.tenants.uploadLogo(tenant.id, picture) : service.tenants.deleteLogo(tenant.id),
    (picture) => say(picture ? 'tenants.look.logo.did' : 'tenants.look.logo.removed'),
  );
  const choose = (picture: File | null) => {
    if (picture === null) return;
    setTooLarge(picture.size > MOST_BYTES);
    changing.reset();
    if (picture.size <= MOST_BYTES) changing.mutate(picture);
  };
  const { logo_url } = tenant.branding;
  return (
    <div className="place-logo">
      <strong>{say('tenants.look.logo')}</strong>
      {logo_url && <img src={logo_url} alt={say('tenants.look.logo.alt', { name: tenant.name })} />}
      <p className="hint">{say('tenants.look.logo.help')}</p>
      {isTooLarge && <Notice kind="problem">{say('tenants.look.logo.tooLarge')}</Notice>}
      {changing.isError && <ProblemNotice error={changing.error} />}
      <Group gap="xs">
        <FileButton onChange={choose} accept="image/jpeg,image/png,image/webp">
          {(props) => (
            <Button {...props} variant="default" loading={changing.isPending}>
              {say(logo_url ? 'tenants.look.logo.change' : 'tenants.look.logo.upload')}
            </Button>
          )}
        </FileButton>
        {logo_url && (
          <Button variant="subtle" disabled={changing.isPending} onClick={() => changing.mutate(null)}>
            {say('tenants.look.logo.remove')}
          </Button>
        )}
      </Group>
    </div>
  );
}
