import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAddressState } from '../parts/address-state.ts';
import { useTexts } from '../texts/texts.ts';
import { tenantsQuery } from '../users/people-queries.ts';

/** One tenant or all, for those who look after all. */
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
