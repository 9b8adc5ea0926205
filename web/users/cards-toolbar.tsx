import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ROLES } from '../../client/wire-limits.ts';
import { may } from '../auth/rights.ts';
import { FilterSelect } from '../components/table/filter-select.tsx';
import { SearchField } from '../components/table/search-field.tsx';
import { useTexts } from '../i18n/texts.ts';
import type { AddressState } from '../routing/pages.ts';
import { type CardsFilter, GROUPINGS } from './cards-filter.ts';
import { ClubFilter, choosesClub } from './club-filter.tsx';

interface CardsToolbarProps {
  readonly filter: CardsFilter;
  readonly change: (state: AddressState) => void;
}

/** Defaults are left out of the URL. */
const chosen = (value: string, usual = ''): string | undefined => (value === usual ? undefined : value);

/** Search and filters. On a phone the selects are behind a button. */
export function CardsToolbar({ filter, change }: CardsToolbarProps) {
  const { say } = useTexts();
  const everyTenant = may('tenants.all');
  const { q, role, group, tenant } = filter;
  const count = [role, choosesClub() && tenant].filter(Boolean).length;
  const [unfolded, setUnfolded] = useState(false);
  const groupings = GROUPINGS.filter((grouping) => grouping !== 'tenant' || everyTenant);
  return (
    <search className="toolbar cards-tools" data-unfolded={unfolded || undefined}>
      <SearchField
        label={say('cards.search')}
        placeholder={say('cards.search.hint')}
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
        {count > 0 ? say('cards.filters.count', { count }) : say('cards.filters')}
      </Button>
      <div className="toolbar-filters">
        <ClubFilter tenant={tenant} onChoose={(tenant_id) => change({ tenant_id, from: undefined })} />
        <FilterSelect
          label={say('cards.role')}
          value={role}
          onChoose={(next) => change({ role: next })}
          none={say('cards.role.any')}
          options={ROLES.map((value) => ({ value, label: say(`role.${value}`) }))}
        />
        <NativeSelect
          size="md"
          aria-label={say('cards.group')}
          value={groupings.includes(group) ? group : 'letter'}
          onChange={(event) => change({ group: chosen(event.currentTarget.value, 'letter'), from: undefined })}
          data={groupings.map((value) => ({ value, label: say(`cards.group.${value}`) }))}
        />
        {count > 0 && (
          <Button
            variant="subtle"
            size="md"
            onClick={() => change({ role: undefined, ...(choosesClub() ? { tenant_id: undefined } : {}) })}
          >
            {say('list.clear')}
          </Button>
        )}
      </div>
    </search>
  );
}
