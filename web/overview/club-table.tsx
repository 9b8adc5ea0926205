import { Table } from '@mantine/core';
import { inCroatianOrder } from '../../src/platform/words/croatian-order.ts';
import '@mantine/core/styles/Table.css';
import { useState } from 'react';
import type { Stats } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { amount, share } from '../i18n/amounts.ts';
import type { Language } from '../i18n/language.ts';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS, type PagePath, type PageSearch } from '../routing/pages.ts';
import { ListLink } from './list-link.tsx';

interface Club {
  readonly tenant_id: number;
  readonly name: string;
}

/** A count of each club. */
export interface ClubColumn<Of extends Club> {
  readonly text: TextKey;
  readonly of: (club: Of) => number;
  /** The list of those that are counted. */
  readonly to?: PagePath;
  readonly filter?: PageSearch<typeof PAGE_PATHS.users>;
  /** How it is shown instead of the number. */
  readonly shown?: (club: Of, language: Language) => string;
}

interface ClubTableProps<Of extends Club> {
  readonly title: string;
  readonly clubs: readonly Of[];
  readonly columns: readonly ClubColumn<Of>[];
}

interface Sorting {
  readonly by: TextKey;
  readonly isFalling: boolean;
}

const NAME = 'overview.clubs.name';

/** Counts of each club, each with its list, sorted by any of them; those with equal counts by the columns as they stand. */
export function ClubTable<Of extends Club>({ title, clubs, columns }: ClubTableProps<Of>) {
  const { say, language } = useTexts();
  const [sorting, sort] = useState<Sorting>({ by: columns[0]?.text ?? NAME, isFalling: true });
  const sortBy = (by: TextKey) => sort({ by, isFalling: by === sorting.by ? !sorting.isFalling : by !== NAME });
  const heads: readonly TextKey[] = [NAME, ...columns.map(({ text }) => text)];
  return (
    <Section title={title}>
      <div className="clubs">
        <Table className="data-table" aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {heads.map((text) => (
                <ClubHead key={text} of={text} sorting={sorting} onSort={() => sortBy(text)} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted(clubs, columns, sorting).map((club) => (
              <Table.Tr key={club.tenant_id}>
                <Table.Th scope="row" dir="auto">
                  <ListLink to={PAGE_PATHS.tenants} filter={{ open: String(club.tenant_id) }}>
                    {club.name}
                  </ListLink>
                </Table.Th>
                {columns.map((column) => (
                  <Table.Td key={column.text} data-numeric="" data-figure={say(column.text)}>
                    {column.shown?.(club, language) ?? <Count column={column} club={club} />}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Section>
  );
}

interface ClubHeadProps {
  readonly of: TextKey;
  readonly sorting: Sorting;
  readonly onSort: () => void;
}

function ClubHead({ of, sorting, onSort }: ClubHeadProps) {
  const { say } = useTexts();
  const direction = sorting.by === of ? (sorting.isFalling ? 'descending' : 'ascending') : undefined;
  return (
    <Table.Th scope="col" aria-sort={direction ?? 'none'} data-numeric={of === NAME ? undefined : ''}>
      <button type="button" className="sort-button" data-direction={direction} onClick={onSort}>
        {say(of)}
        <Icon name="down" size={14} />
      </button>
    </Table.Th>
  );
}

function Count<Of extends Club>({ column: { of, to, filter }, club }: { column: ClubColumn<Of>; club: Of }) {
  const { language } = useTexts();
  const count = of(club);
  if (count === 0 || to === undefined) return <span className="faint">{amount(count, language)}</span>;
  return (
    <ListLink to={to} filter={{ ...filter, tenant_id: String(club.tenant_id) }}>
      {amount(count, language)}
    </ListLink>
  );
}

function sorted<Of extends Club>(
  clubs: readonly Of[],
  columns: readonly ClubColumn<Of>[],
  { by, isFalling }: Sorting,
): readonly Of[] {
  const falling = (of: (club: Of) => number) => (one: Of, other: Of) => of(other) - of(one);
  const byName = (one: Of, other: Of) => inCroatianOrder(one.name, other.name);
  const chosen = columns.find(({ text }) => text === by);
  const first = chosen ? falling(chosen.of) : (one: Of, other: Of) => -byName(one, other);
  const further = [...columns.map(({ of }) => falling(of)), byName];
  return clubs.toSorted(
    (one, other) =>
      (isFalling ? 1 : -1) * first(one, other) || (further.map((order) => order(one, other)).find(Boolean) ?? 0),
  );
}

type FiguresOfClub = NonNullable<Stats['tenants']>[number];

const FIGURES: readonly ClubColumn<FiguresOfClub>[] = [
  { text: 'overview.clubs.people', of: ({ people }) => people, to: PAGE_PATHS.users },
  {
    text: 'overview.clubs.active',
    of: ({ active }) => active,
    to: PAGE_PATHS.users,
    filter: { status: 'active' },
  },
  {
    text: 'overview.clubs.never',
    of: (club) => club.never_signed_in,
    to: PAGE_PATHS.users,
    filter: { signed_in: 'never' },
  },
  {
    text: 'overview.clubs.pending',
    of: (club) => club.invitations_pending,
    to: PAGE_PATHS.users,
    filter: { invitation: 'pending' },
  },
  {
    text: 'overview.clubs.secured',
    of: ({ secured, active }) => (active === 0 ? 0 : secured / active),
    shown: ({ secured, active }, language) => (active === 0 ? '–' : share(secured, active, language)),
  },
];

/** Each club's figures. */
export function ClubFigures({ tenants }: { tenants: readonly FiguresOfClub[] }) {
  const { say } = useTexts();
  return <ClubTable title={say('overview.clubs.title')} clubs={tenants} columns={FIGURES} />;
}
