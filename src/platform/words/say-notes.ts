import { auditNotes } from './audit-note-words.ts';
import type { SayNote } from './audit-notes.ts';
import type { Catalogue } from './catalogue.ts';
import { filledText } from './filled-text.ts';
import { roleNames } from './role-names.ts';

const texts: Catalogue = { ...auditNotes, ...roleNames };

/** The notes of records in a language, for files and other places outside the pages. */
export const sayNotes =
  (language: 'hr' | 'en'): SayNote =>
  (key, values = {}) =>
    filledText((one) => texts[one]?.[language], language, key, values) ?? key;
