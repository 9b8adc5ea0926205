import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import '../styles/table.css';
import type { Stats } from '../../client/wire-types.ts';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { longDay } from './chart-days.ts';
import { ListLink } from './list-link.tsx';

const KINDS = [
  ['ok', 'login.ok'],
  ['failed', 'login.fail'],
  ['locked', 'login.locked'],
] as const;

/** The chart as a table, newest day first; each day links to its log. */
export function SignInTable({ days }: { days: Stats['sign_ins'] }) {
  const { say, language } = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="table-scroll" aria-label={say('overview.chart.table')} tabIndex={0}>
      <Table className="data-table" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('overview.chart.day')}</Table.Th>
            {KINDS.map(([kind]) => (
              <Table.Th key={kind} data-numeric>
                {say(`overview.chart.${kind}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...days].reverse().map((day) => (
            <Table.Tr key={day.day}>
              <Table.Td>{longDay(day.day, language)}</Table.Td>
              {KINDS.map(([kind, action]) => (
                <Table.Td key={kind} data-numeric>
                  <ListLink to={PAGE_PATHS.audit} filter={{ action, from: day.day, to: day.day }}>
                    {amount(day[kind], language)}
                  </ListLink>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
