import { useSyncExternalStore } from 'react';
import type { texts as applications } from './applications-hr.ts';
import type { texts as audit } from './audit-hr.ts';
import type { texts as bulk } from './bulk-hr.ts';
import type { texts as directory } from './directory-hr.ts';
import type { texts as documents } from './documents-hr.ts';
import type { texts as exported } from './export-hr.ts';
import type { texts as factors } from './factors-hr.ts';
import type { texts as frame } from './frame-hr.ts';
import { hr } from './hr.ts';
import type { texts as imports } from './imports-hr.ts';
import type { texts as invitations } from './invitations-hr.ts';
import type { Language } from './language.ts';
import type { texts as links } from './links-hr.ts';
import type { texts as lists } from './lists-hr.ts';
import type { texts as logos } from './logos-hr.ts';
import type { texts as mails } from './mails-hr.ts';
import type { texts as overview } from './overview-hr.ts';
import type { texts as policies } from './policies-hr.ts';
import type { texts as privacy } from './privacy-hr.ts';
import type { texts as profile } from './profile-hr.ts';
import type { texts as providers } from './providers-hr.ts';
import type { texts as search } from './search-hr.ts';
import type { texts as steps } from './steps-hr.ts';
import type { texts as tenants } from './tenants-hr.ts';
import { addTexts, translate } from './translate.ts';
import type { texts as users } from './users-hr.ts';

/** Texts loaded with the pages of an area; `hr.ts` and `en.ts` hold what every page needs. */
interface Areas {
  applications: typeof applications;
  audit: typeof audit;
  bulk: typeof bulk;
  directory: typeof directory;
  documents: typeof documents;
  export: typeof exported;
  factors: typeof factors;
  frame: typeof frame;
  imports: typeof imports;
  invitations: typeof invitations;
  links: typeof links;
  lists: typeof lists;
  logos: typeof logos;
  mails: typeof mails;
  overview: typeof overview;
  policies: typeof policies;
  privacy: typeof privacy;
  profile: typeof profile;
  providers: typeof providers;
  search: typeof search;
  steps: typeof steps;
  tenants: typeof tenants;
  users: typeof users;
}

export type Area = keyof Areas;
type AnyKey = keyof typeof hr | { [Name in Area]: keyof Areas[Name] }[Area];
type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'few' | 'other'}` ? Stem : Key;
export type TextKey = WithoutPlural<AnyKey>;
export type Say = (key: TextKey, values?: Record<string, string | number>) => string;

const CHOSEN = 'iskaznica_language';
const files = import.meta.glob<{ texts: Record<string, string> }>('./*-{hr,en}.ts');
const areas = new Set<Area>();

let current: Language = 'hr';
const listeners = new Set<() => void>();

/** Croatian, unless English was chosen in this browser. */
export async function startTexts(): Promise<void> {
  addTexts('hr', hr);
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
  if (language === 'en') addTexts('en', (await import('./en.ts')).en);
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
