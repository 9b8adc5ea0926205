import { Table } from '@mantine/core';
import { inCroatianOrder } from '../../src/platform/words/croatian-order.ts';
import '@mantine/core/styles/Table.css';
import { useState } from 'react';
import type { Stats } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { amount, share } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS, type PageSearch } from '../routing/pages.ts';
import { ListLink } from './list-link.tsx';

type Club = NonNullable<Stats['tenants']>[number];

const COUNTS = [
  { key: 'people', of: ({ people }: Club) => people, filter: {} },
  { key: 'active', of: ({ active }: Club) => active, filter: { status: 'active' } },
  { key: 'never', of: (club: Club) => club.never_signed_in, filter: { signed_in: 'never' } },
  { key: 'pending', of: (club: Club) => club.invitations_pending, filter: { invitation: 'pending' } },
] as const;
const SECURED = { key: 'secured', of: ({ secured, active }: Club) => (active === 0 ? 0 : secured / active) } as const;
const NAME = { key: 'name' } as const;

type Key = (typeof COUNTS)[number]['key'] | 'secured' | 'name';

interface Sorting {
  readonly by: Key;
  readonly isFalling: boolean;
}

/** Each club's figures, each with its list, sorted by any of them. */
export function ClubFigures({ tenants }: { tenants: readonly Club[] }) {
  const { say, language } = useTexts();
  const [sorting, sort] = useState<Sorting>({ by: 'people', isFalling: true });
  const sortBy = (by: Key) => sort({ by, isFalling: by === sorting.by ? !sorting.isFalling : by !== 'name' });
  return (
    <Section title={say('overview.clubs.title')}>
      <div className="clubs">
        <Table className="data-table" aria-label={say('overview.clubs.title')}>
          <Table.Thead>
            <Table.Tr>
              {[NAME, ...COUNTS, SECURED].map(({ key }) => (
                <ClubHead key={key} of={key} sorting={sorting} onSort={() => sortBy(key)} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted(tenants, sorting).map((club) => (
              <Table.Tr key={club.tenant_id}>
                <Table.Th scope="row" dir="auto">
                  <ListLink to={PAGE_PATHS.tenants} filter={{ open: String(club.tenant_id) }}>
                    {club.name}
                  </ListLink>
                </Table.Th>
                {COUNTS.map(({ key, of, filter }) => (
                  <Table.Td key={key} data-numeric="" data-figure={say(`overview.clubs.${key}`)}>
                    <Count count={of(club)} filter={{ tenant_id: String(club.tenant_id), ...filter }} />
                  </Table.Td>
                ))}
                <Table.Td data-numeric="" data-figure={say('overview.clubs.secured')}>
                  {club.active === 0 ? '–' : share(club.secured, club.active, language)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Section>
  );
}

interface ClubHeadProps {
  readonly of: Key;
  readonly sorting: Sorting;
  readonly onSort: () => void;
}

function ClubHead({ of, sorting, onSort }: ClubHeadProps) {
  const { say } = useTexts();
  const direction = sorting.by === of ? (sorting.isFalling ? 'descending' : 'ascending') : undefined;
  return (
    <Table.Th scope="col" aria-sort={direction ?? 'none'} data-numeric={of === 'name' ? undefined : ''}>
      <button type="button" className="sort-button" data-direction={direction} onClick={onSort}>
        {say(`overview.clubs.${of}`)}
        <Icon name="down" size={14} />
      </button>
    </Table.Th>
  );
}

function Count({ count, filter }: { count: number; filter: PageSearch<typeof PAGE_PATHS.users> }) {
  const { language } = useTexts();
  if (count === 0) return <span className="faint">0</span>;
  return (
    <ListLink to={PAGE_PATHS.users} filter={filter}>
      {amount(count, language)}
    </ListLink>
  );
}

function sorted(tenants: readonly Club[], { by, isFalling }: Sorting): readonly Club[] {
  const factor = isFalling ? -1 : 1;
  const count = [...COUNTS, SECURED].find(({ key }) => key === by)?.of;
  return tenants.toSorted((one, other) =>
    count ? factor * (count(one) - count(other)) : factor * inCroatianOrder(one.name, other.name),
  );
}
