import type { Language } from '../i18n/language.ts';

/** Of whoever looks. */
export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const localeOf = (language: Language): string => (language === 'hr' ? 'hr' : 'en-GB');
const asDate = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** English spells out the month, like every other date on the pages. */
const monthOf = (language: Language) => (language === 'hr' ? 'numeric' : 'short');

/** `23. 10.` */
export const shortDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: monthOf(language), timeZone: 'UTC' }).format(
    asDate(day),
  );

/** `petak, 23. 10. 2026.` */
export const longDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: monthOf(language),
    year: 'numeric',
    timeZone: 'UTC',
  }).format(asDate(day));
