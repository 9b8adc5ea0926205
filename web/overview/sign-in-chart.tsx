import { BarChart } from '@mantine/charts';
import type { Stats } from '../../client/wire-types.ts';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { longDay, shortDay } from './chart-days.ts';

type Day = Stats['sign_ins'][number];

/** Failures are hatched, so that they differ in more than colour. The legend is next to it, the numbers in the table. */
export function SignInChart({ days }: { days: readonly Day[] }) {
  const { language } = useTexts();
  return (
    // The charts' own stylesheet is 17 KB and would load with the sign-in page; overview.css has the part in use.
    <BarChart
      className="chart"
      classNames={{ container: 'chart-room', grid: 'chart-grid', axis: 'chart-axis' }}
      h={240}
      data={[...days]}
      dataKey="day"
      type="stacked"
      series={[
        { name: 'ok', color: 'var(--chart-ok)' },
        { name: 'failed', color: 'url(#sign-in-hatch)' },
      ]}
      gridAxis="x"
      tickLine="none"
      maxBarWidth={18}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false, barCategoryGap: 3, margin: { left: 0, right: 8, top: 8 } }}
      xAxisProps={{ tickFormatter: (day: string) => shortDay(day, language), minTickGap: 24 }}
      yAxisProps={{ width: 36, allowDecimals: false, tickFormatter: (count: number) => amount(count, language) }}
      tooltipProps={{ content: ({ label }) => <DayTold day={days.find(({ day }) => day === label)} /> }}
    >
      <defs>
        <pattern id="sign-in-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" className="hatch-ground" />
          <rect width="2.2" height="5" className="hatch-line" />
        </pattern>
      </defs>
    </BarChart>
  );
}

function DayTold({ day }: { day: Day | undefined }) {
  const { say, language } = useTexts();
  if (!day) return null;
  return (
    <div className="chart-told">
      <strong>{longDay(day.day, language)}</strong>
      <ul className="chart-legend">
        <li data-kind="ok">{`${say('overview.chart.ok')} ${amount(day.ok, language)}`}</li>
        <li data-kind="failed">{`${say('overview.chart.failed')} ${amount(day.failed, language)}`}</li>
        {day.locked > 0 && <li>{`${say('overview.chart.locked')} ${amount(day.locked, language)}`}</li>}
      </ul>
    </div>
  );
}
