import { useQuery } from '@tanstack/react-query';
import { may } from '../auth/rights.ts';
import { FilterSelect } from '../components/filter-select.tsx';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from './people-queries.ts';

interface TenantFilterProps {
  readonly value: string | undefined;
  readonly onChoose: (tenant: string | undefined) => void;
}

/** One federation or club, for those who reach several. */
export function TenantFilter({ value = '', onChoose }: TenantFilterProps) {
  const { say } = useTexts();
  const everyTenant = may('tenants.all');
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: everyTenant });
  if (tenants.length < 2) return null;
  return (
    <FilterSelect
      label={say('users.column.tenant')}
      value={value}
      onChoose={onChoose}
      none={say('users.filter.anyTenant')}
      options={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}
