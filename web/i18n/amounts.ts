import type { Language } from './language.ts';

/** `1.234`. */
export const amount = (number: number, language: Language): string => new Intl.NumberFormat(language).format(number);

/** `34 %`; never 0 or 100 unless it is exactly none or all. */
export function share(part: number, of: number, language: Language): string {
  const exact = of === 0 ? 0 : part / of;
  const honest = exact > 0 && exact < 0.01 ? 0.01 : exact > 0.99 && exact < 1 ? 0.99 : exact;
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(honest);
}
