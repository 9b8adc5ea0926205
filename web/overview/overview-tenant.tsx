import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';

/** One tenant or all, for superadmins. */
export function OverviewTenant() {
  const { say } = useTexts();
  const [{ tenant_id = '' }, change] = useAddressState();
  const { data: tenants } = useQuery(tenantsQuery);
  return (
    <NativeSelect
      className="tenant-choice"
      aria-label={say('overview.tenant')}
      value={tenants ? tenant_id : ''}
      onChange={(event) => change({ tenant_id: event.currentTarget.value })}
      data={[
        { value: '', label: say('overview.everywhere') },
        ...(tenants?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []),
      ]}
    />
  );
}
