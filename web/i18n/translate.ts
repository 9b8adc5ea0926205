import { amount } from './amounts.ts';
import type { Language } from './language.ts';

/** The texts of a language, by key. */
type Texts = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, string | number>>;

const known: Readonly<Record<Language, Map<string, string>>> = { hr: new Map(), en: new Map() };
const rules: Readonly<Record<Language, Intl.PluralRules>> = {
  hr: new Intl.PluralRules('hr'),
  en: new Intl.PluralRules('en'),
};

/** The interpolated numbers that are amounts; ids and line numbers are not formatted. */
const AMOUNTS = new Set(['count', 'created', 'skipped', 'failed', 'undone', 'kept']);

export function addTexts(language: Language, texts: Texts): void {
  for (const [key, text] of Object.entries(texts)) known[language].set(key, text);
}

/** The text of a key with its values; Croatian where a language has none, and the key itself where there is none at all. */
export function translate(language: Language, key: string, values: Values = {}): string {
  const text = textOf(language, key, values.count) ?? textOf('hr', key, values.count);
  if (text === undefined) return key;
  return oneStop(text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => shown(name, values[name], language)));
}

/** `_one`, `_few`, `_other` are plurals. */
function textOf(language: Language, key: string, count: string | number | undefined): string | undefined {
  const texts = known[language];
  const plural = typeof count === 'number' ? texts.get(`${key}_${rules[language].select(count)}`) : undefined;
  return plural ?? texts.get(key);
}

/** Formats amounts for the language: `10.000 zapisa`. */
function shown(name: string, value: string | number | undefined, language: Language): string {
  if (typeof value === 'number' && AMOUNTS.has(name)) return amount(value, language);
  return value === undefined ? '' : String(value);
}

/** A Croatian date ends with a full stop already: `povukli ste 21. 11. 2026.` needs no second one. */
const oneStop = (text: string): string => text.replace(/(\d\.)\.(?!\.)/g, '$1');
