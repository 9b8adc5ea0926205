import { epochOf, type Instant } from '../kernel/clock.ts';
import { memoise } from '../kernel/memoise.ts';

const format = memoise(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Zagreb',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
);

/** The day in Zagreb, `YYYY-MM-DD`. */
export const zagrebDay = (at: Instant): string => zagrebTime(at).toISOString().slice(0, 10);

/** Local time in Zagreb as the fields of a UTC date: spreadsheets know no time zones. */
export function zagrebTime(at: Instant): Date {
  const parts = new Map(
    format()
      .formatToParts(epochOf(at))
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year, month, day, hour, minute, second] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(
    (type) => parts.get(type) ?? 0,
  );
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second));
}
