import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import '../styles/table.css';
import type { CSSProperties } from 'react';
import { ROLES } from '../../client/wire-limits.ts';
import type { Role, Stats } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { ListLink } from './list-link.tsx';

const STATUSES = ['active', 'invited', 'suspended'] as const;

/** People by role and status. */
export function PeopleMatrix({ users }: { users: Stats['users'] }) {
  const { say, language } = useTexts();
  const count = (role: Role | undefined, status: string) =>
    users.by_role_and_status
      .filter((some) => some.status === status && (role === undefined || some.role === role))
      .reduce((sum, some) => sum + some.count, 0);
  const ofRole = (role: Role) => users.by_role[role] ?? 0;
  const most = Math.max(1, ...ROLES.map(ofRole));
  return (
    <Section title={say('overview.matrix.title')}>
      <Table className="data-table matrix" aria-label={say('overview.matrix.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('overview.matrix.role')}</Table.Th>
            {STATUSES.map((status) => (
              <Table.Th key={status} data-numeric>
                {say(`overview.status.${status}`)}
              </Table.Th>
            ))}
            <Table.Th data-numeric>{say('overview.matrix.all')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ROLES.filter((role) => ofRole(role) > 0).map((role) => (
            <Table.Tr key={role}>
              <Table.Th scope="row">
                {say(`role.${role}`)}
                <span className="part" aria-hidden="true">
                  <span style={{ '--part': ofRole(role) / most } as CSSProperties} />
                </span>
              </Table.Th>
              {STATUSES.map((status) => (
                <Table.Td key={status} data-numeric>
                  <Count count={count(role, status)} filter={{ role, status }} />
                </Table.Td>
              ))}
              <Table.Td data-numeric>
                <Count count={ofRole(role)} filter={{ role }} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{say('overview.matrix.all')}</Table.Th>
            {STATUSES.map((status) => (
              <Table.Td key={status} data-numeric>
                <Count count={count(undefined, status)} filter={{ status }} />
              </Table.Td>
            ))}
            <Table.Td data-numeric>
              <Count count={users.total} filter={{}} />
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      {users.not_invited > 0 && (
        <p className="funnel-waits">
          <ListLink to={PAGE_PATHS.users} filter={{ status: 'invited', invitation: 'none' }} className="quiet-link">
            {say('overview.notInvited', { count: users.not_invited, number: amount(users.not_invited, language) })}
          </ListLink>
        </p>
      )}
    </Section>
  );
}

interface CountProps {
  readonly count: number;
  readonly filter: { readonly role?: Role; readonly status?: (typeof STATUSES)[number] };
}

function Count({ count, filter }: CountProps) {
  const { say, language } = useTexts();
  if (count === 0) return <span className="nothing">0</span>;
  const number = amount(count, language);
  const { role, status } = filter;
  const label = say('overview.matrix.cell', {
    role: role ? say(`role.${role}`) : say('overview.people'),
    status: status ? say(`overview.status.${status}`) : say('overview.matrix.all'),
    count: number,
  });
  return (
    <ListLink to={PAGE_PATHS.users} filter={filter} label={label}>
      {number}
    </ListLink>
  );
}
