import { epochOf, type Instant } from '../kernel/clock.ts';
import { memoise } from '../kernel/memoise.ts';

const ZONE = 'Europe/Zagreb';

/** Created on first use: the three formats take twenty milliseconds. */
const formats = memoise(() => ({
  clockTime: new Intl.DateTimeFormat('hr', {
    timeZone: ZONE,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }),
  numbers: new Intl.DateTimeFormat('hr', { timeZone: ZONE, year: 'numeric', month: 'numeric', day: 'numeric' }),
  words: new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, year: 'numeric', month: 'long', day: 'numeric' }),
}));

/** `21. 11. 2026. u 14:05`. */
export const croatianTime = (at: Instant): string =>
  `${part(at, 'day')}. ${part(at, 'month')}. ${part(at, 'year')}. u ${timeOf(at)}`;

/** `21 November 2026 at 14:05 (Zagreb)`. */
export const englishTime = (at: Instant): string => `${formats().words.format(epochOf(at))} at ${timeOf(at)} (Zagreb)`;

const timeOf = (at: Instant): string => formats().clockTime.format(epochOf(at));

// Part by part, since a locale's separators and leading zeros change between ICU versions.
const part = (at: Instant, type: 'day' | 'month' | 'year'): number =>
  Number(
    formats()
      .numbers.formatToParts(epochOf(at))
      .find((found) => found.type === type)?.value,
  );
