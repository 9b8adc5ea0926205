import { Button } from '@mantine/core';
import type { Stats } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { longDay, OWN_ZONE } from './chart-days.ts';
import { SignInChart } from './sign-in-chart.tsx';
import { SignInTable } from './sign-in-table.tsx';

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
