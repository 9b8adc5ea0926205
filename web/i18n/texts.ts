import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { amount } from './amounts.ts';
import type { texts as audit } from './audit-hr.ts';
import type { texts as directory } from './directory-hr.ts';
import type { texts as documents } from './documents-hr.ts';
import { hr } from './hr.ts';
import type { texts as imports } from './imports-hr.ts';
import type { texts as invitations } from './invitations-hr.ts';
import type { Language } from './language.ts';
import type { texts as mails } from './mails-hr.ts';
import type { texts as overview } from './overview-hr.ts';
import type { texts as privacy } from './privacy-hr.ts';
import type { texts as profile } from './profile-hr.ts';
import type { texts as search } from './search-hr.ts';
import type { texts as tenants } from './tenants-hr.ts';
import type { texts as users } from './users-hr.ts';

/** Texts loaded with the pages of an area; `hr.ts` and `en.ts` hold what every page needs. */
interface Areas {
  audit: typeof audit;
  directory: typeof directory;
  documents: typeof documents;
  imports: typeof imports;
  invitations: typeof invitations;
  mails: typeof mails;
  overview: typeof overview;
  privacy: typeof privacy;
  profile: typeof profile;
  search: typeof search;
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

/** The interpolated numbers that are amounts; ids and line numbers are not formatted. */
const AMOUNTS = new Set(['count', 'created', 'skipped', 'failed', 'undone', 'kept']);

/** Formats amounts for the language: `10.000 zapisa`. */
const amounts: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value, _, language, { interpolationkey } = {}) =>
    typeof value === 'number' && AMOUNTS.has(interpolationkey) ? amount(value, language as Language) : value,
};

/** Croatian, unless English was chosen in this browser. */
export async function startTexts(): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(amounts)
    .init({
      resources: { hr: { translation: hr } },
      lng: 'hr',
      fallbackLng: 'hr',
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false, alwaysFormat: true }, // React shows everything as text
    });
  if (localStorage.getItem(CHOSEN) === 'en') await speak('en');
}

/** Loads the texts of areas in the current language; must finish before they are shown. */
export async function loadTexts(...wanted: readonly Area[]): Promise<void> {
  for (const area of wanted) areas.add(area);
  await Promise.all(wanted.map((area) => fetchArea(area, i18next.language as Language)));
}

async function fetchArea(area: Area, language: Language): Promise<void> {
  const file = await files[`./${area}-${language}.ts`]?.();
  if (file) i18next.addResourceBundle(language, 'translation', file.texts, true, true);
}

/** English is loaded on demand: most people never need it. */
async function speak(language: Language): Promise<void> {
  if (language === 'en' && !i18next.hasResourceBundle('en', 'translation')) {
    const { en } = await import('./en.ts');
    i18next.addResourceBundle('en', 'translation', en);
  }
  await Promise.all([...areas].map((area) => fetchArea(area, language)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(CHOSEN, language);
  await speak(language);
}

/** Texts in the current language; components re-render when it changes. */
export function useTexts(): { say: Say; language: Language } {
  const { t, i18n } = useTranslation();
  return { say: t as unknown as Say, language: i18n.language as Language };
}
