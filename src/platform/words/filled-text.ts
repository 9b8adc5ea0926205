type Language = 'hr' | 'en';
export type Values = Readonly<Record<string, string | number>>;
/** The text of a key, if there is one. */
export type FindText = (key: string) => string | undefined;

const rules: Readonly<Record<Language, Intl.PluralRules>> = {
  hr: new Intl.PluralRules('hr'),
  en: new Intl.PluralRules('en'),
};

/** The interpolated numbers that are amounts; ids and line numbers are not formatted. */
const AMOUNTS = new Set(['count', 'created', 'skipped', 'failed', 'undone', 'kept', 'done', 'refused']);

/** The text of a key with its values; `_one`, `_few`, `_other` of a key are its plurals. Undefined where there is none. */
export function filledText(find: FindText, language: Language, key: string, values: Values): string | undefined {
  const text = textOf(find, language, key, values.count);
  return (
    text && oneStop(text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => formatValue(name, values[name], language)))
  );
}

function textOf(find: FindText, language: Language, key: string, count: string | number | undefined) {
  const plural = typeof count === 'number' ? find(`${key}_${rules[language].select(count)}`) : undefined;
  return plural ?? find(key);
}

/** Formats amounts for the language: `10.000 zapisa`. */
function formatValue(name: string, value: string | number | undefined, language: Language): string {
  if (typeof value === 'number' && AMOUNTS.has(name)) return new Intl.NumberFormat(language).format(value);
  return value === undefined ? '' : String(value);
}

/** A Croatian date ends with a full stop already: `povukli ste 21. 11. 2026.` needs no second one. */
const oneStop = (text: string): string => text.replace(/(\d\.)\.(?!\.)/g, '$1');
