import type { Language } from '../i18n/language.ts';

/** Made once: every row of the log uses them. */
const both = (style: Intl.DateTimeFormatOptions) => ({
  hr: new Intl.DateTimeFormat('hr', style),
  en: new Intl.DateTimeFormat('en-GB', style),
});
const FULL = both({ dateStyle: 'full' });
const CLOCK = both({ timeStyle: 'short' });
const TO_THE_SECOND = both({ dateStyle: 'full', timeStyle: 'medium' });
const AGO = {
  hr: new Intl.RelativeTimeFormat('hr', { numeric: 'auto' }),
  en: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
};

/** `2026-11-21` in the viewer's time zone. */
export const localDay = (instant: string): string => {
  const at = new Date(instant);
  return [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** `Danas, subota, 21. studenoga 2026.` */
export function dayName(day: string, language: Language, now = new Date()): string {
  const date = new Date(`${day}T12:00:00`);
  const full = FULL[language].format(date);
  const ago = Math.round((Date.parse(`${localDay(now.toISOString())}T12:00:00`) - date.getTime()) / 86_400_000);
  const named = ago <= 1 ? `${AGO[language].format(-ago, 'day')}, ${full}` : full;
  return named.charAt(0).toLocaleUpperCase('hr') + named.slice(1);
}

export const clockTime = (instant: string, language: Language): string => CLOCK[language].format(new Date(instant));

/** With seconds: the order of two records matters here. */
export const toTheSecond = (instant: string, language: Language): string =>
  TO_THE_SECOND[language].format(new Date(instant));
