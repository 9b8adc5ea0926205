import { useSyncExternalStore } from 'react';
import { croatianRefusals } from './croatian-refusals.ts';
import { hr } from './hr.ts';
import type { Language } from './language.ts';
import type { Area, Say, TextKey } from './text-keys.ts';
import { addTexts, translate } from './translate.ts';

export type { Area, Say, TextKey };

const CHOSEN = 'iskaznica_language';
const files = import.meta.glob<{ texts: Record<string, string> }>('./*-{hr,en}.ts');
const areas = new Set<Area>();

let current: Language = 'hr';
const listeners = new Set<() => void>();

/** Croatian, unless English was chosen in this browser. */
export async function startTexts(): Promise<void> {
  addTexts('hr', hr);
  addTexts('hr', croatianRefusals);
  if (localStorage.getItem(CHOSEN) === 'en') await speak('en');
}

/** Loads the texts of areas in the current language; must finish before they are shown. */
export async function loadTexts(...wanted: readonly Area[]): Promise<void> {
  for (const area of wanted) areas.add(area);
  await Promise.all(wanted.map((area) => fetchArea(area, current)));
}

async function fetchArea(area: Area, language: Language): Promise<void> {
  const file = await files[`./${area}-${language}.ts`]?.();
  if (file) addTexts(language, file.texts);
}

/** English is loaded on demand: most people never need it. */
async function speak(language: Language): Promise<void> {
  if (language === 'en') {
    const [{ en }, { englishRefusals }] = await Promise.all([import('./en.ts'), import('./english-refusals.ts')]);
    addTexts('en', en);
    addTexts('en', englishRefusals);
  }
  await Promise.all([...areas].map((area) => fetchArea(area, language)));
  current = language;
  document.documentElement.lang = language;
  for (const tell of listeners) tell();
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(CHOSEN, language);
  await speak(language);
}

/** Each language's own, so that what depends on it is renewed with the language. */
const SAY: Readonly<Record<Language, Say>> = {
  hr: (key, values) => translate('hr', key, values),
  en: (key, values) => translate('en', key, values),
};

/** For what is no component. */
export const sayNow: Say = (key, values) => translate(current, key, values);

/** Texts in the current language; components re-render when it changes. */
export function useTexts(): { say: Say; language: Language } {
  const language = useSyncExternalStore(subscribe, () => current);
  return { say: SAY[language], language };
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}
