import { useQuery } from '@tanstack/react-query';
import { may, reachesSeveral } from '../auth/rights.ts';
import { FilterSelect } from '../components/table/filter-select.tsx';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';

/** Whether the viewer narrows lists of people to one club here; who reaches all of them chooses at the top. */
export const choosesClub = (): boolean => reachesSeveral() && !may('tenants.all');

interface ClubFilterProps {
  readonly tenant: string;
  readonly onChoose: (tenantId: string | undefined) => void;
}

/** One club of those within reach; absent where there is none to choose from. */
export function ClubFilter({ tenant, onChoose }: ClubFilterProps) {
  const { say } = useTexts();
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: choosesClub() });
  if (!choosesClub() || tenants.length < 2) return null;
  return (
    <FilterSelect
      label={say('users.filter.tenant')}
      value={tenant}
      onChoose={onChoose}
      none={say('users.filter.anyTenant')}
      options={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}
