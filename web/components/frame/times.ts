import type { Language } from '../../i18n/language.ts';
import type { Say } from '../../i18n/texts.ts';

const DAY = 86_400;
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['hour', 3600],
  ['minute', 60],
];

/** `prije 3 sata` for the last week, then the date. */
export function recently(instant: string, say: Say, language: Language, now = Date.now()): string {
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000);
  if (-seconds > 7 * DAY) return fully(instant, language);
  if (-seconds < 60) return say('time.now');
  return fromNow(instant, seconds, language, now);
}

/** Like `recently`, but only the day for older instants: for columns. */
export const recentDay = (instant: string, say: Say, language: Language, now = Date.now()): string =>
  now - new Date(instant).getTime() > 7 * 86_400_000 ? onDay(instant, language) : recently(instant, say, language, now);

/** `za 6 dana`; the past as in `recently`. */
export function soon(instant: string, say: Say, language: Language, now = Date.now()): string {
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000);
  if (seconds < 60) return recently(instant, say, language, now);
  return fromNow(instant, seconds, language, now);
}

/** Counts calendar days, as people do: 50 hours from now is `prekosutra` in the morning, `za 3 dana` in the evening. */
function fromNow(instant: string, seconds: number, language: Language, now: number): string {
  const words = WORDS[language];
  if (Math.abs(seconds) >= DAY) return words.format(dayNumber(new Date(instant)) - dayNumber(new Date(now)), 'day');
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return words.format(Math.trunc(seconds / size), unit);
}

/** Independent of daylight saving time. */
const dayNumber = (day: Date): number => Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / (DAY * 1000);

/** `21. 11. 2026. 14:05`. */
export const fully = (instant: string, language: Language): string =>
  `${onDay(instant, language)} ${CLOCK[language].format(new Date(instant))}`;

/** `21. 11. 2026.`; English spells out the month, because the order of numbers is ambiguous. */
export function onDay(instant: string, language: Language): string {
  const day = new Date(instant);
  // Intl writes 15. 01. 2026.; the day fields, and people, leave out the zero.
  return language === 'hr' ? `${day.getDate()}. ${day.getMonth() + 1}. ${day.getFullYear()}.` : DAYS.format(day);
}

/** A day without a time (`2026-11-21`), the same in every zone. */
export const writtenDay = (day: string, language: Language): string => onDay(`${day}T12:00`, language);

/** Made once: making a formatter takes longer than all the rest of a row of a table. */
const WORDS = {
  hr: new Intl.RelativeTimeFormat('hr', { numeric: 'auto' }),
  en: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
};
const CLOCK = {
  hr: new Intl.DateTimeFormat('hr', { timeStyle: 'short' }),
  en: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }),
};
const DAYS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
