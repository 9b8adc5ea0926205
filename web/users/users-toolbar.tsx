import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ROLES } from '../../client/wire-limits.ts';
import { may } from '../auth/rights.ts';
import { FilterSelect } from '../components/table/filter-select.tsx';
import { SearchField } from '../components/table/search-field.tsx';
import { useTexts } from '../i18n/texts.ts';
import type { AddressState } from '../routing/pages.ts';
import { ClubFilter, choosesClub } from './club-filter.tsx';
import { INVITATIONS, NO_FILTER, narrows, SIGNED_IN, SORTS, STATUSES, type UsersFilter } from './users-filters.ts';

interface UsersToolbarProps {
  readonly filter: UsersFilter;
  readonly change: (state: AddressState) => void;
}

/** Search and filters. On a phone the selects are behind a button. */
export function UsersToolbar({ filter, change }: UsersToolbarProps) {
  const { say } = useTexts();
  const [unfolded, setUnfolded] = useState(false);
  const { role, status, invitation, signedIn, tenant } = filter;
  const count = [role, status, invitation, signedIn, choosesClub() && tenant].filter(Boolean).length;
  return (
    <search className="toolbar" data-unfolded={unfolded || undefined}>
      <SearchField
        label={say('users.search')}
        placeholder={say(may('people.manage') ? 'users.search.hint' : 'users.search.hintWithoutOib')}
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
        <ClubFilter tenant={tenant} onChoose={(tenant_id) => change({ tenant_id })} />
        <FilterSelect
          label={say('column.status')}
          value={filter.status}
          onChoose={(status) => change({ status })}
          none={say('users.filter.anyStatus')}
          options={STATUSES.map((value) => ({
            value,
            label: say(value === 'invited' ? 'users.filter.unopened' : `status.${value}`),
          }))}
        />
        <FilterSelect
          label={say('column.role')}
          value={filter.role}
          onChoose={(role) => change({ role })}
          none={say('users.filter.anyRole')}
          options={ROLES.map((value) => ({ value, label: say(`role.${value}`) }))}
        />
        <FilterSelect
          label={say('users.filter.invitation')}
          value={filter.invitation}
          onChoose={(invitation) => change({ invitation })}
          none={say('users.filter.anyInvitation')}
          options={INVITATIONS.map((value) => ({ value, label: say(`users.invitation.${value}`) }))}
        />
        <FilterSelect
          label={say('users.filter.signedIn')}
          value={filter.signedIn}
          onChoose={(signed_in) => change({ signed_in })}
          none={say('users.filter.anySignIn')}
          options={SIGNED_IN.map((value) => ({ value, label: say(`users.signedIn.${value}`) }))}
        />
        <NativeSelect
          size="md"
          className="toolbar-sort"
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
