import { useSyncExternalStore } from 'react';
import type { Language } from './language.ts';
import type { Area, Say, TextKey } from './text-keys.ts';
import { addTexts, translate } from './translate.ts';

export type { Area, Say, TextKey };

const CHOSEN = 'iskaznica_language';

type Texts = Readonly<Record<string, string>>;
/** The catalogues of a page or two by file, each in one language (`split-languages` in `vite.config.ts`). */
const catalogues: Readonly<Record<Language, Readonly<Record<string, () => Promise<Texts>>>>> = {
  hr: import.meta.glob<Texts>(['./catalogues/*.ts', '!**/{every-page,refusals}.ts'], {
    query: '?hr',
    import: 'default',
  }),
  en: import.meta.glob<Texts>('./catalogues/*.ts', { query: '?en', import: 'default' }),
};
/** All others, in `catalogues/most-pages`. */
const ofMostPages: Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>> = {
  hr: () => import('virtual:texts-of-most-pages?hr'),
  en: () => import('virtual:texts-of-most-pages?en'),
};
/** What every page needs is there from the start; in English it is loaded, since most people never need it. */
const atStart = import.meta.glob<Texts>('./catalogues/{every-page,refusals}.ts', {
  query: '?hr',
  import: 'default',
  eager: true,
});
const areas = new Set<Area>();

let current: Language = 'hr';
const listeners = new Set<() => void>();

/** Croatian, unless English was chosen in this browser. */
export async function startTexts(): Promise<void> {
  for (const texts of Object.values(atStart)) addTexts('hr', texts);
  if (localStorage.getItem(CHOSEN) === 'en') await speak('en');
}

/** Loads the texts of areas in the current language; must finish before they are shown. */
export async function loadTexts(...wanted: readonly Area[]): Promise<void> {
  for (const area of wanted) areas.add(area);
  await Promise.all(wanted.map((area) => fetchTexts(area, current)));
}

async function fetchTexts(name: Area | 'every-page' | 'refusals', language: Language): Promise<void> {
  const own = catalogues[language][`./catalogues/${name}.ts`];
  if (own) addTexts(language, await own());
  else if (name !== 'every-page' && name !== 'refusals') addTexts(language, (await ofMostPages[language]()).default);
}

async function speak(language: Language): Promise<void> {
  const wanted = language === 'hr' ? areas : (['every-page', 'refusals', ...areas] as const);
  await Promise.all([...wanted].map((name) => fetchTexts(name, language)));
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
