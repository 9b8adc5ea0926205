import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import type { Stats } from '../../client/wire-types.ts';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { longDay, shortDay } from './chart-days.ts';

type Day = Stats['sign_ins'][number];

const HEIGHT = 240;
/** Around the bars, for the numbers and days. */
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 18, 8, 24];
const MOST_BAR = 18;
/** Between two days named below the bars. */
const DAY_ROOM = 56;

/** Failures are hatched, so that they differ in more than colour. The legend is next to it, the numbers in the table. */
export function SignInChart({ days }: { days: readonly Day[] }) {
  const { language } = useTexts();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const steps = stepsUpTo(Math.max(...days.map(({ ok, failed }) => ok + failed)));
  const most = steps.at(-1) ?? 1;
  const room = Math.max(0, width - LEFT - RIGHT) / days.length;
  const bar = Math.min(MOST_BAR, room * 0.8);
  const heightOf = (count: number) => ((HEIGHT - TOP - BOTTOM) * count) / most;
  const middleOf = (place: number) => LEFT + room * (place + 0.5);
  const every = Math.max(1, Math.ceil(DAY_ROOM / Math.max(room, 1)));
  const point = ({ nativeEvent }: PointerEvent) => {
    const place = Math.floor((nativeEvent.offsetX - LEFT) / room);
    setPointed(place >= 0 && place < days.length ? place : undefined);
  };
  const told = pointed === undefined ? undefined : days[pointed];
  return (
    <div ref={ref} className="chart">
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          aria-hidden="true"
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          <defs>
            <pattern
              id="sign-in-hatch"
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="5" height="5" className="hatch-ground" />
              <rect width="2.2" height="5" className="hatch-line" />
            </pattern>
          </defs>
          {steps.map((count) => (
            <g key={count} transform={`translate(0 ${HEIGHT - BOTTOM - heightOf(count)})`}>
              <line x1={LEFT} x2={width - RIGHT} className="chart-line" />
              <text x={LEFT - 8} dy="0.32em" textAnchor="end">
                {amount(count, language)}
              </text>
            </g>
          ))}
          {pointed !== undefined && (
            <rect
              className="chart-pointed"
              x={LEFT + room * pointed}
              y={TOP}
              width={room}
              height={HEIGHT - TOP - BOTTOM}
            />
          )}
          {days.map(({ day, ok, failed }, place) => (
            <g key={day} transform={`translate(${middleOf(place) - bar / 2} ${HEIGHT - BOTTOM})`}>
              <rect className="chart-bar" width={bar} height={heightOf(ok)} y={-heightOf(ok)} />
              <rect fill="url(#sign-in-hatch)" width={bar} height={heightOf(failed)} y={-heightOf(ok + failed)} />
            </g>
          ))}
          {days.map(
            ({ day }, place) =>
              (days.length - 1 - place) % every === 0 && (
                <text key={day} x={middleOf(place)} y={HEIGHT - 4} textAnchor="middle">
                  {shortDay(day, language)}
                </text>
              ),
          )}
        </svg>
      )}
      {told && pointed !== undefined && (
        <div
          className="chart-told"
          data-side={pointed < days.length / 2 ? 'right' : 'left'}
          style={{ left: middleOf(pointed) }}
        >
          <DayDetails day={told} />
        </div>
      )}
    </div>
  );
}

/** Round numbers from zero, the last of them no smaller than the greatest bar. */
function stepsUpTo(most: number): number[] {
  const rough = Math.max(1, most / 4);
  const tens = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * tens).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, index) => index * step);
}

function DayDetails({ day }: { day: Day }) {
  const { say, language } = useTexts();
  return (
    <>
      <strong>{longDay(day.day, language)}</strong>
      <ul className="chart-legend">
        <li data-kind="ok">{`${say('overview.chart.ok')} ${amount(day.ok, language)}`}</li>
        <li data-kind="failed">{`${say('overview.chart.failed')} ${amount(day.failed, language)}`}</li>
        {day.locked > 0 && <li>{`${say('overview.chart.locked')} ${amount(day.locked, language)}`}</li>}
      </ul>
    </>
  );
}
