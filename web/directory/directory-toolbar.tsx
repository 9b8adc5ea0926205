import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES } from '../../client/wire-limits.ts';
import { may } from '../auth/rights.ts';
import { FilterSelect } from '../components/table/filter-select.tsx';
import { SearchField } from '../components/table/search-field.tsx';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import type { AddressState } from '../routing/pages.ts';
import { type DirectoryFilter, GROUPINGS, VIEWS } from './directory-filter.ts';

interface DirectoryToolbarProps {
  readonly filter: DirectoryFilter;
  readonly change: (state: AddressState) => void;
}

/** Defaults are left out of the URL. */
const chosen = (value: string, usual = ''): string | undefined => (value === usual ? undefined : value);

/** Search, filters and view. On a phone the selects are behind a button. */
export function DirectoryToolbar({ filter, change }: DirectoryToolbarProps) {
  const { say } = useTexts();
  const everyTenant = may('tenants.all');
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: everyTenant });
  const { q, role, tenant, group, view } = filter;
  const [unfolded, setUnfolded] = useState(false);
  const count = [role, tenant].filter(Boolean).length;
  const groupings = GROUPINGS.filter((grouping) => grouping !== 'tenant' || everyTenant);
  return (
    <search className="toolbar directory-tools" data-unfolded={unfolded || undefined}>
      <SearchField
        label={say('directory.search')}
        placeholder={say('directory.search.hint')}
        value={q}
        onSearch={(text) => change({ q: text, from: undefined })}
      />
      <Button
        className="toolbar-unfold"
        variant="default"
        size="md"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {count > 0 ? say('directory.filters.count', { count }) : say('directory.filters')}
      </Button>
      <div className="toolbar-filters">
        <FilterSelect
          label={say('directory.role')}
          value={role}
          onChoose={(next) => change({ role: next })}
          none={say('directory.role.any')}
          options={ROLES.map((value) => ({ value, label: say(`role.${value}`) }))}
        />
        {everyTenant && (
          <FilterSelect
            label={say('directory.tenant')}
            value={tenants.length > 0 ? tenant : ''}
            onChoose={(next) => change({ tenant_id: next })}
            none={say('directory.tenant.any')}
            options={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <NativeSelect
          size="md"
          aria-label={say('directory.group')}
          value={groupings.includes(group) ? group : 'letter'}
          onChange={(event) => change({ group: chosen(event.currentTarget.value, 'letter'), from: undefined })}
          data={groupings.map((value) => ({ value, label: say(`directory.group.${value}`) }))}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a pair of buttons */}
        <div className="views" role="group" aria-label={say('directory.view')}>
          {VIEWS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={view === one}
              onClick={() => change({ view: chosen(one, 'cards') })}
            >
              {say(`directory.view.${one}`)}
            </button>
          ))}
        </div>
        {(role !== '' || tenant !== '') && (
          <Button variant="subtle" size="md" onClick={() => change({ role: undefined, tenant_id: undefined })}>
            {say('list.clear')}
          </Button>
        )}
      </div>
    </search>
  );
}
