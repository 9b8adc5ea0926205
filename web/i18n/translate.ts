import { filledText, type Values } from '../../src/platform/words/filled-text.ts';
import type { Language } from './language.ts';

/** The texts of a language, by key. */
type Texts = Readonly<Record<string, string>>;

const known: Readonly<Record<Language, Map<string, string>>> = { hr: new Map(), en: new Map() };

export function addTexts(language: Language, texts: Texts): void {
  for (const [key, text] of Object.entries(texts)) known[language].set(key, text);
}

/** The text of a key with its values; Croatian where a language has none, and the key itself where there is none at all. */
export const translate = (language: Language, key: string, values: Values = {}): string =>
  filledText((one) => known[language].get(one), language, key, values) ??
  filledText((one) => known.hr.get(one), 'hr', key, values) ??
  key;
