import type { SayNote } from './audit-notes.ts';
import { auditNotes as english } from './audit-notes-en.ts';
import { auditNotes as croatian } from './audit-notes-hr.ts';
import { filledText } from './filled-text.ts';
import { roleWords as englishRoles } from './role-words-en.ts';
import { roleWords as croatianRoles } from './role-words-hr.ts';

type Texts = Readonly<Record<string, string>>;

const texts: Readonly<Record<'hr' | 'en', Texts>> = {
  hr: Object.assign({}, croatian, croatianRoles),
  en: Object.assign({}, english, englishRoles),
};

/** The notes of records in a language, for files and other places outside the pages. */
export const sayNotes =
  (language: 'hr' | 'en'): SayNote =>
  (key, values = {}) =>
    filledText((one) => texts[language][one], language, key, values) ?? key;
