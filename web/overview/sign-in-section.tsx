import '@mantine/core/styles/Table.css';
import '../styles/table.css';
import { Button, Table } from '@mantine/core';
import type { Stats } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { longDay, OWN_ZONE } from './chart-days.ts';
import { ListLink } from './list-link.tsx';
import { SignInChart } from './sign-in-chart.tsx';

type Days = Stats['sign_ins'];

/** Sign-ins and failures by day, as a chart or as a table. */
export function SignInSection({ days }: { days: Days }) {
  const { say, language } = useTexts();
  const [{ chart }, change] = useAddressState();
  const asTable = chart === 'table';
  const sum = (of: 'ok' | 'failed') => days.reduce((total, day) => total + day[of], 0);
  const [ok, failed] = [sum('ok'), sum('failed')];
  const top = days.reduce<Days[number] | undefined>((best, day) => (best && best.ok >= day.ok ? best : day), undefined);
  const said = say('overview.chart.said', {
    ok: amount(ok, language),
    failed: amount(failed, language),
    day: top ? longDay(top.day, language) : '',
    most: amount(top?.ok ?? 0, language),
  });
  return (
    <Section title={say('overview.chart.title')} text={say('overview.chart.text', { zone: OWN_ZONE })}>
      {ok + failed === 0 ? (
        <p className="quiet">{say('overview.chart.none')}</p>
      ) : (
        <>
          <div className="chart-head">
            <ul className="chart-legend" aria-hidden={asTable || undefined}>
              <li data-kind="ok">{`${say('overview.chart.ok')} ${amount(ok, language)}`}</li>
              <li data-kind="failed">{`${say('overview.chart.failed')} ${amount(failed, language)}`}</li>
            </ul>
            <Button variant="subtle" size="compact-sm" onClick={() => change({ chart: asTable ? undefined : 'table' })}>
              {say(asTable ? 'overview.chart.asChart' : 'overview.chart.asTable')}
            </Button>
          </div>
          {asTable ? (
            <SignInTable days={days} />
          ) : (
            <div role="img" aria-label={said}>
              <SignInChart days={days} />
            </div>
          )}
        </>
      )}
    </Section>
  );
}

const KINDS = [
  ['ok', 'login.ok'],
  ['failed', 'login.fail'],
  ['locked', 'login.locked'],
] as const;

/** The chart as a table, newest day first; each day links to its log. */
function SignInTable({ days }: { days: Stats['sign_ins'] }) {
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
