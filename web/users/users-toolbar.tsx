import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilterSelect } from '../components/filter-select.tsx';
import { SearchField } from '../components/search-field.tsx';
import { useTexts } from '../i18n/texts.ts';
import { isAdministrator, ROLES } from '../people/may-manage.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import type { AddressState } from '../routing/page-search.ts';
import { NO_FILTER, narrows, SORTS, STATUSES, type UsersFilter } from './users-filters.ts';

interface UsersToolbarProps {
  readonly filter: UsersFilter;
  readonly tier: number;
  readonly change: (state: AddressState) => void;
}

/** Search and filters. On a phone the selects are behind a button. */
export function UsersToolbar({ filter, tier, change }: UsersToolbarProps) {
  const { say } = useTexts();
  const [unfolded, setUnfolded] = useState(false);
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: tier === 0 });
  const count = [filter.role, filter.status, filter.tenant].filter(Boolean).length;
  return (
    <search className="toolbar" data-unfolded={unfolded || undefined}>
      <SearchField
        label={say('users.search')}
        placeholder={say(isAdministrator(tier) ? 'users.search.hint' : 'users.search.hintWithoutOib')}
        value={filter.q}
        onSearch={(q) => change({ q })}
      />
      <Button
        className="toolbar-unfold"
        variant="default"
        size="md"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {count > 0 ? say('users.filters.count', { count }) : say('users.filters')}
      </Button>
      <div className="toolbar-filters">
        <FilterSelect
          label={say('users.column.status')}
          value={filter.status}
          onChoose={(status) => change({ status })}
          none={say('users.filter.anyStatus')}
          options={STATUSES.map((value) => ({ value, label: say(`status.${value}`) }))}
        />
        <FilterSelect
          label={say('users.column.role')}
          value={filter.role}
          onChoose={(role) => change({ role })}
          none={say('users.filter.anyRole')}
          options={ROLES.map((value) => ({ value, label: say(`role.${value}`) }))}
        />
        {tier === 0 && (
          <FilterSelect
            label={say('users.column.tenant')}
            value={filter.tenant}
            onChoose={(tenant_id) => change({ tenant_id })}
            none={say('users.filter.anyTenant')}
            options={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <NativeSelect
          size="md"
          aria-label={say('users.sort')}
          value={filter.sort}
          onChange={(event) =>
            change({ sort: event.currentTarget.value === 'name' ? undefined : event.currentTarget.value })
          }
          data={SORTS.map((value) => ({ value, label: say(`users.sort.${value}`) }))}
        />
        {narrows(filter) && (
          <Button variant="subtle" size="md" onClick={() => change(NO_FILTER)}>
            {say('list.clear')}
          </Button>
        )}
      </div>
    </search>
  );
}
